# One image for every process. Node runs the TypeScript source itself, so nothing is compiled.
#
#   docker build --build-arg VERSION=1.1.0 -t tms:1.1.0 .
#
# A container starts the process that its first argument names: gateway, game, tournament, entry, wallet,
# settlement, identity, events or cli.

ARG BASE=docker.io/library/node:26-bookworm-slim

FROM ${BASE} AS source
WORKDIR /app
COPY . .
# Layers that depend on the manifests alone stay cached when the source changes.
RUN mkdir /manifests && \
  cp --parents package.json pnpm-lock.yaml pnpm-workspace.yaml ./*/package.json services/*/package.json /manifests && \
  mkdir /source && cp -r --parents proto services gateway /source

# The production packages, without files that no process loads: types, source maps, texts, tests, and
# CommonJS copies of packages that are imported as ES modules.
FROM ${BASE} AS packages
RUN npm install --global pnpm@12.21.0
WORKDIR /app
COPY --from=source /manifests .
RUN pnpm install --prod --frozen-lockfile --filter "./services/*" --filter ./gateway --filter ./proto && \
  rm -r package.json pnpm-*.yaml dashboard sdk site && cd node_modules/.pnpm && \
  find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete && \
  find . -type d \( -name test -o -name docs -o -name 'benchmark*' -o -name 'example*' \) -prune -exec rm -r {} + && \
  rm -rf @bufbuild*/node_modules/@bufbuild/*/dist/cjs @connectrpc*/node_modules/@connectrpc/*/dist/cjs && \
  find drizzle-orm* -name '*.cjs' -delete

# The dashboard and the documentation, which describes the API from the sources of the gateway and the SDK.
FROM ${BASE} AS pages
RUN npm install --global pnpm@12.21.0
WORKDIR /app
COPY --from=source /manifests .
RUN pnpm install --frozen-lockfile --filter "@tms/dashboard..." --filter "@tms/site..."
COPY --from=source /app .
RUN node dashboard/build/bundle.ts dashboard/dist && node site/build/bundle.ts site/dist

FROM ${BASE}
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="tms" \
  org.opencontainers.image.description="Tournament Management Service" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY image/ /usr/local/bin/
COPY --from=packages /app .
COPY --from=source /source .
COPY --from=pages /app/dashboard/dist dashboard/dist
COPY --from=pages /app/site/dist site/dist
USER 1000:1000
ENTRYPOINT ["tms-process"]
