{{/* The fields that all pods share. A pod has no token for the Kubernetes API and does not run as root. */}}
{{- define "tms.pod" -}}
automountServiceAccountToken: false
# No process reads the variables that Kubernetes would add for every Service, such as TMS_GAME_PORT.
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

{{/* The Kubernetes pod security standard "restricted", with a read-only root file system. */}}
{{- define "tms.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{/* Takes (root, process name, its values): the labels of its pods. The selector's labels win. */}}
{{- define "tms.podLabels" -}}
{{- mergeOverwrite (deepCopy ((index . 2).podLabels | default dict)) (include "tms.selector" . | fromYaml) | toYaml -}}
{{- end -}}

{{/* Takes (root, process name, its values): the fields that control where its pods run. */}}
{{- define "tms.scheduling" -}}
{{- $own := dict "matchLabels" (include "tms.selector" . | fromYaml) -}}
{{- $values := index . 2 -}}
{{- range $field := list "nodeSelector" "tolerations" "affinity" }}
{{- with index $values $field }}
{{ $field }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with $values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range . }}
  - {{ set (deepCopy .) "labelSelector" (.labelSelector | default $own) | toYaml | nindent 4 | trim }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The variables for TLS: additional certificate authorities, and certificates of calls between pods. */}}
{{- define "tms.tlsEnv" -}}
{{- if .Values.tls.caSecret }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/tms/ca/ca.crt }
{{- end }}
{{- if .Values.tls.internalSecret }}
- { name: TLS_FOLDER, value: /etc/tms/tls }
{{- end }}
{{- end -}}

{{/* Takes (root, true for a gRPC server): the mounts of its volumes. */}}
{{- define "tms.volumeMounts" -}}
{{- range include "tms.volumes" . | fromYamlArray }}
- { name: {{ .name }}, mountPath: /etc/tms/{{ .name }}, readOnly: true }
{{- end }}
{{- end -}}

{{/* Takes (root, true for a gRPC server): the volumes with its callers and with certificate authorities. */}}
{{- define "tms.volumes" -}}
{{- $root := index . 0 -}}
{{- if index . 1 }}
# The volume is mounted without subPath, so that a change of the Secret reaches the running pod.
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
{{- with $root.Values.tls.internalSecret }}
# Only servers get the private key.
- name: tls
  secret:
    secretName: {{ . }}
    items:
      - { key: ca.crt, path: ca.crt }
      {{- if index $ 1 }}
      - { key: tls.crt, path: tls.crt }
      - { key: tls.key, path: tls.key }
      {{- end }}
{{- end }}
{{- end -}}

{{/* Takes (root, component, fields of the container): the spec of a pod that runs the command line. */}}
{{- define "tms.cliPod" -}}
{{- $root := index . 0 -}}
{{- $values := $root.Values.migration -}}
{{- include "tms.pod" $root }}
{{- with include "tms.scheduling" (list $root (index . 1) $values) }}
{{- . | trim | nindent 0 }}
{{- end }}
containers:
  - name: {{ index . 1 }}
    image: {{ include "tms.image" $root }}
    imagePullPolicy: {{ $root.Values.images.pullPolicy }}
    securityContext: {{- include "tms.containerSecurity" $root | nindent 6 }}
    {{- toYaml (index . 2) | nindent 4 }}
    {{- with include "tms.volumeMounts" (list $root false) }}
    volumeMounts: {{- . | trim | nindent 6 }}
    {{- end }}
{{- with include "tms.volumes" (list $root false) }}
volumes: {{- . | trim | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Takes (root, component): the metadata of such a pod. */}}
{{- define "tms.cliMetadata" -}}
{{- $values := (index . 0).Values.migration -}}
labels: {{- include "tms.podLabels" (list (index . 0) (index . 1) $values) | nindent 2 }}
{{- with $values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The environment of the command line in a pod. */}}
{{- define "tms.cliEnv" -}}
{{- include "tms.tlsEnv" . }}
{{- range list "game" "settlement" "identity" }}
- { name: {{ upper . }}_URL, value: {{ include "tms.url" (list $ .) | quote }} }
{{- end }}
- { name: GATEWAY_URL, value: "http://{{ include "tms.gateway" . }}:{{ .Values.gatewayService.port }}" }
- { name: PUBLIC_URL, value: {{ include "tms.publicUrl" . | quote }} }
{{ include "tms.secretEnv" (list "CALLER_TOKEN" (printf "%scli" .Values.secrets.callerPrefix) "token") }}
{{ include "tms.secretEnv" (list "ADMIN_DATABASE_URL" .Values.secrets.admin "admin-url") }}
{{- end -}}
