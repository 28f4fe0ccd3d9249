{{/* The parts of a pod that are alike everywhere: no token, no root, nothing to call the API with. */}}
{{- define "tms.pod" -}}
automountServiceAccountToken: false
# Variables such as TMS_GAME_PORT, which Kubernetes would add for every Service, serve nobody.
enableServiceLinks: false
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* What Kubernetes calls "restricted", and a root file system nobody can write to. */}}
{{- define "tms.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* Takes (root, process name, its values): the labels of its pods. Those they are found by win. */}}
{{- define "tms.podLabels" -}}
{{- mergeOverwrite (deepCopy ((index . 2).podLabels | default dict)) (include "tms.selector" . | fromYaml) | toYaml -}}
{{- end -}}

{{/* Takes (root, process name, its values): where its pods may run. */}}
{{- define "tms.scheduling" -}}
{{- $own := dict "matchLabels" (include "tms.selector" . | fromYaml) -}}
{{- $values := index . 2 -}}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  - {{ set (deepCopy .) "labelSelector" (.labelSelector | default $own) | toYaml | nindent 4 | trim }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* What makes Node trust further authorities, wherever it connects by TLS. */}}
{{- define "tms.caEnv" -}}
{{- if .Values.tls.caSecret }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/tms/ca/ca.crt }
{{- end }}
{{- end -}}

{{/* Takes (root, whether it serves gRPC): where the files of its volumes are. */}}
{{- define "tms.volumeMounts" -}}
{{- if index . 1 }}
- { name: callers, mountPath: /etc/tms/callers, readOnly: true }
{{- end }}
{{- if (index . 0).Values.tls.caSecret }}
- { name: ca, mountPath: /etc/tms/ca, readOnly: true }
{{- end }}
{{- end -}}

{{/* Takes (root, whether it serves gRPC): its volumes; who may call it, and whom it trusts. */}}
{{- define "tms.volumes" -}}
{{- $root := index . 0 -}}
{{- if index . 1 }}
# A folder and no subPath, or a change of the Secret would not reach the running pod.
- name: callers
  secret:
    secretName: {{ $root.Values.secrets.callers }}
    items: [{ key: callers.json, path: callers.json }]
{{- end }}
{{- with $root.Values.tls.caSecret }}
- name: ca
  secret:
    secretName: {{ . }}
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end -}}
