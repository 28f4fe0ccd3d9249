{{/* The prefix of every name. With the longest process name it has at most 63 characters. */}}
{{- define "tms.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-tms" .Release.Name) (contains "tms" .Release.Name) -}}
{{- $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{/* All processes: processes.yaml, overridden by the defaults, then by the values of the process. */}}
{{- define "tms.processes" -}}
{{- $processes := .Files.Get "processes.yaml" | fromYaml -}}
{{- range $name, $process := $processes -}}
{{- $own := index $.Values.processes $name -}}
{{- $_ := mergeOverwrite $process (deepCopy $.Values.defaults) $own -}}
{{- /* Replaced as a whole, so that {} turns off a default autoscaler. */}}
{{- if hasKey $own "autoscaling" }}{{ $_ = set $process "autoscaling" $own.autoscaling }}{{ end -}}
{{- /* An autoscaler would start the pods of a process that is stopped. */}}
{{- if eq (toString $process.replicas) "0" }}{{ $_ = set $process "autoscaling" dict }}{{ end -}}
{{- end -}}
{{- toYaml $processes -}}
{{- end -}}

{{/* The labels that all pods of the release share. */}}
{{- define "tms.release" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{/* Takes (root, process name): the labels that select its pods. They never change within a release. */}}
{{- define "tms.selector" -}}
{{ include "tms.release" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* The version of every process that does not set its own image. */}}
{{- define "tms.version" -}}
{{- .Values.images.tag | default .Chart.AppVersion -}}
{{- end -}}

{{/* Takes (root, process name): the labels of every resource. */}}
{{- define "tms.labels" -}}
{{- $root := index . 0 -}}
{{ include "tms.selector" . }}
{{- /* A tag can be longer than a label, and can begin or end with characters that a label must not. */}}
app.kubernetes.io/version: {{ regexReplaceAll "^[^A-Za-z0-9]+|[^A-Za-z0-9]+$" (include "tms.version" $root | trunc 63) "" | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{/* Takes (root, process name, full reference or nothing): the image to run. */}}
{{- define "tms.image" -}}
{{- $root := index . 0 -}}
{{- $images := $root.Values.images -}}
{{- $image := printf "tms-%s:%s" (index . 1) (include "tms.version" $root) -}}
{{- index . 2 | default (list $images.registry $image | compact | join "/") | quote -}}
{{- end -}}

{{/* Takes (root, process name): the name of its headless Service, with at most 63 characters. */}}
{{- define "tms.headless" -}}
{{- printf "%s-%s-pods" (include "tms.fullname" (index . 0) | trunc 47 | trimSuffix "-") (index . 1) -}}
{{- end -}}

{{/* Takes (root, process name): its URL for clients in the release's namespace. */}}
{{- define "tms.url" -}}
{{- $root := index . 0 -}}
{{- $process := index ($root.Files.Get "processes.yaml" | fromYaml) (index . 1) -}}
http://{{ include "tms.headless" . }}:{{ $process.port }}
{{- end -}}

{{/* Takes (variable, secret, key): one environment variable from a Secret. */}}
{{- define "tms.secretEnv" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }} }
{{- end -}}

{{/* Takes (root, process name, process): its environment, with the URL of its own database role only. */}}
{{- define "tms.env" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $process := index . 2 -}}
{{- $secret := $root.Values.secrets.services -}}
- { name: PORT, value: {{ $process.port | quote }} }
- { name: PROBE_PORT, value: {{ $process.probePort | quote }} }
{{- include "tms.caEnv" $root }}
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
{{- $publicUrl := ($root.Values.processes.gateway.env).PUBLIC_URL }}
- { name: PUBLIC_URL, value: {{ required "Set processes.gateway.env.PUBLIC_URL to the URL of the gateway, for example https://tournaments.example.com." $publicUrl | quote }} }
{{- $_ := required "Set processes.identity.env.MAIL_FROM to the sender of mails, for example no-reply@example.com." ($process.env).MAIL_FROM }}
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
