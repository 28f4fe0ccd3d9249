{{/* The prefix of every name. With the longest process name it has at most 63 characters. */}}
{{- define "tms.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-tms" .Release.Name) (contains "tms" .Release.Name) -}}
{{- $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{/* All processes: processes.yaml, overridden by the defaults, then by the values of the process. All processes except the gateway are gRPC services with a database. */}}
{{- define "tms.processes" -}}
{{- $processes := .Files.Get "processes.yaml" | fromYaml -}}
{{- range $name, $process := $processes -}}
{{- $isService := ne $name "gateway" -}}
{{- $_ := set $process "protocol" (ternary "grpc" "http" $isService) -}}
{{- $_ = set $process "database" $isService -}}
{{- $_ = set $process "probePort" (add $process.port 100) -}}
{{- $own := index $.Values.processes $name -}}
{{- $_ = mergeOverwrite $process (deepCopy $.Values.defaults) $own -}}
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

{{/* The version of the processes. A digest has no version, so the tag still names it. */}}
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

{{/* Takes (root, component): the metadata of a resource with the component's name. */}}
{{- define "tms.metadata" -}}
name: {{ include "tms.fullname" (index . 0) }}-{{ index . 1 }}
labels: {{- include "tms.labels" . | nindent 2 }}
{{- end -}}

{{/* The image of every process. */}}
{{- define "tms.image" -}}
{{- $images := .Values.images -}}
{{- $name := list $images.registry "tms" | compact | join "/" -}}
{{- $pinned := ternary (printf "%s@%s" $name $images.digest) (printf "%s:%s" $name (include "tms.version" .)) (ne $images.digest "") -}}
{{- $images.reference | default $pinned | quote -}}
{{- end -}}

{{/* True if the gateway can be reached from outside of the cluster. */}}
{{- define "tms.exposed" -}}
{{- if or .Values.ingress.enabled .Values.httpRoute.enabled (ne .Values.gatewayService.type "ClusterIP") }}true{{ end -}}
{{- end -}}

{{/* True for a trial that is reached only through a forwarded port. */}}
{{- define "tms.local" -}}
{{- if and .Values.trial.enabled (not (include "tms.exposed" .)) }}true{{ end -}}
{{- end -}}

{{/* The URL of the gateway for its users. */}}
{{- define "tms.publicUrl" -}}
{{- $local := ternary "http://127.0.0.1:8080" "" (ne (include "tms.local" .) "") -}}
{{- ($.Values.processes.gateway.env).PUBLIC_URL | default $local | required "Set processes.gateway.env.PUBLIC_URL to the URL of the gateway, for example https://tournaments.example.com." -}}
{{- end -}}

{{/* The host name in this URL. */}}
{{- define "tms.publicHost" -}}
{{- regexReplaceAll ":[0-9]+$" (urlParse (include "tms.publicUrl" .)).host "" -}}
{{- end -}}

{{/* The Service of the gateway, for an Ingress or an HTTPRoute. */}}
{{- define "tms.gateway" -}}
{{ include "tms.fullname" . }}-gateway
{{- end -}}

{{/* True if mails stay in the development mailbox: in a trial without a mail server. Everyone who reaches the gateway can read it. */}}
{{- define "tms.mailbox" -}}
{{- $servers := .Values.servers -}}
{{- if and .Values.trial.enabled (not (or $servers.smtpUrl $servers.existingSecret)) -}}
{{- if include "tms.exposed" . -}}
{{- fail "Set servers.smtpUrl to expose a trial. Without it, everyone can read the mails in the mailbox of the dashboard." -}}
{{- end -}}
true
{{- end -}}
{{- end -}}

{{/* Takes (root, process name): the name of its headless Service, with at most 63 characters. */}}
{{- define "tms.headless" -}}
{{- printf "%s-%s-pods" (include "tms.fullname" (index . 0) | trunc 47 | trimSuffix "-") (index . 1) -}}
{{- end -}}

{{/* Takes (root, process name): its URL for clients in the release's namespace. */}}
{{- define "tms.url" -}}
{{- $root := index . 0 -}}
{{- $process := index ($root.Files.Get "processes.yaml" | fromYaml) (index . 1) -}}
{{ empty $root.Values.tls.internalSecret | ternary "http" "https" }}://{{ include "tms.headless" . }}:{{ $process.port }}
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
{{- include "tms.tlsEnv" $root }}
{{- /* Identity then keeps mails in the mailbox, and the gateway serves them. */}}
{{- if and (or $process.secrets (eq $process.protocol "http")) (include "tms.mailbox" $root) }}
- { name: NODE_ENV, value: development }
{{- end }}
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
{{- if not (include "tms.mailbox" $root) }}
{{ include "tms.secretEnv" (list "SMTP_URL" $root.Values.secrets.identity "smtp-url") }}
{{- end }}
{{- $_ := set $process.env "PUBLIC_URL" (include "tms.publicUrl" $root) }}
{{- $local := ternary "tms@localhost" "" (ne (include "tms.local" $root) "") }}
{{- $_ = set $process.env "MAIL_FROM" ($process.env.MAIL_FROM | default $local | required "Set processes.identity.env.MAIL_FROM to the sender of mails, for example no-reply@example.com.") }}
{{- end }}
{{- if eq $process.protocol "http" }}
{{- $_ := set $process.env "PUBLIC_URL" (include "tms.publicUrl" $root) }}
{{- if and (or $root.Values.ingress.enabled $root.Values.httpRoute.enabled) (not (hasKey $process.env "TRUSTED_PROXIES")) }}
{{- $_ = set $process.env "TRUSTED_PROXIES" "1" }}
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
