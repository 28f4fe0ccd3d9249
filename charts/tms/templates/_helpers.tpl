{{/* The prefix of every name; short enough for the longest process to stay within 63 characters. */}}
{{- define "tms.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-tms" .Release.Name) (contains "tms" .Release.Name) -}}
{{- $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{/* Every process: its facts, then the defaults, then what the operator says about it. */}}
{{- define "tms.processes" -}}
{{- $processes := .Files.Get "processes.yaml" | fromYaml -}}
{{- range $name, $process := $processes -}}
{{- $_ := mergeOverwrite $process (deepCopy $.Values.defaults) (index $.Values.processes $name) -}}
{{- end -}}
{{- toYaml $processes -}}
{{- end -}}

{{/* Takes (root, process name): what picks this process's pods. Never changes within a release. */}}
{{- define "tms.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Takes (root, process name): the labels of every resource. */}}
{{- define "tms.labels" -}}
{{- $root := index . 0 -}}
{{ include "tms.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{/* Takes (root, process name, whole reference or nothing): the image to run. */}}
{{- define "tms.image" -}}
{{- $root := index . 0 -}}
{{- $images := $root.Values.images -}}
{{- $image := printf "tms-%s:%s" (index . 1) ($images.tag | default $root.Chart.AppVersion) -}}
{{- index . 2 | default (list $images.registry $image | compact | join "/") | quote -}}
{{- end -}}

{{/* Takes (root, process name): where its clients reach it, inside the release's namespace. */}}
{{- define "tms.url" -}}
{{- $root := index . 0 -}}
{{- $process := index ($root.Files.Get "processes.yaml" | fromYaml) (index . 1) -}}
http://{{ include "tms.fullname" $root }}-{{ index . 1 }}:{{ $process.port }}
{{- end -}}

{{/* Takes (variable, secret, key): one environment variable out of a Secret. */}}
{{- define "tms.secretEnv" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }} }
{{- end -}}

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

{{/* Takes (root, process name, process): its environment; its own database key and no other. */}}
{{- define "tms.env" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $process := index . 2 -}}
{{- $secret := $root.Values.secrets.services -}}
- { name: PORT, value: {{ $process.port | quote }} }
- { name: PROBE_PORT, value: {{ $process.probePort | quote }} }
{{- if $process.database }}
{{ include "tms.secretEnv" (list "DATABASE_URL" $secret (printf "%s-url" $name)) }}
{{- end }}
{{- if $process.redis }}
{{ include "tms.secretEnv" (list "REDIS_URL" $secret "redis-url") }}
{{- end }}
{{- if $process.seals }}
{{ include "tms.secretEnv" (list "SECRETS_KEY" $root.Values.secrets.identity "secrets-key") }}
{{- end }}
{{- if $process.secrets }}
{{ include "tms.secretEnv" (list "SESSION_KEY" $root.Values.secrets.identity "session-key") }}
{{ include "tms.secretEnv" (list "SECRETS_KEY" $root.Values.secrets.identity "secrets-key") }}
{{ include "tms.secretEnv" (list "SMTP_URL" $root.Values.secrets.identity "smtp-url") }}
{{- with ($root.Values.processes.gateway.env).PUBLIC_URL }}
- { name: PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- if eq $process.protocol "grpc" }}
- { name: CALLERS_FILE, value: /etc/tms/callers/callers.json }
{{- end }}
{{- if $process.clients }}
{{ include "tms.secretEnv" (list "CALLER_TOKEN" (printf "%s%s" $root.Values.secrets.callerPrefix $name) "token") }}
{{- end }}
{{- range $process.clients }}
- { name: {{ upper . }}_URL, value: {{ include "tms.url" (list $root .) | quote }} }
{{- end }}
{{- range $variable, $value := $process.env }}
- { name: {{ $variable }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}
