# syntax=docker/dockerfile:1.7

# One image for the API, the workers and the one-shot commands; the command decides:
#   node dist/server.js, node dist/worker.js, node dist/scripts/migrate.js, node dist/scripts/engine-setup.js

# The one base of all stages. A release passes it with its digest (`--build-arg NODE_IMAGE=<name>:<version>@sha256:<digest>`),
# which is looked up for that release.
ARG NODE_IMAGE=node:24.18.0-bookworm-slim

# --- compiles; no package runs its own script while it is installed ---
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY src src
COPY migrations migrations
COPY scripts scripts
COPY haat.config.ts tsconfig.json ./
COPY plugins plugins
COPY client client
COPY console console
RUN node scripts/build.mjs

# --- what runs, without the compiler ---
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# What the image holds of others, by name, version and hash (CycloneDX).
RUN npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json

# --- the image ---
FROM ${NODE_IMAGE} AS run
# tini reaps what Chromium leaves behind and passes signals on. The browser and the fonts of invoices come with the
# packages (@sparticuz/chromium, Noto Sans for Latin and nine Indic scripts); it links against the other three. The
# package has a browser for amd64 only: elsewhere it is Debian's, which is found where it is installed.
RUN apt-get update \
  && browser="$([ "$(dpkg --print-architecture)" = amd64 ] || echo chromium)" \
  && apt-get install -y --no-install-recommends tini ca-certificates libnss3 libnspr4 libexpat1 $browser \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The C library would keep free memory apart for each of eight threads a processor.
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  HOST=0.0.0.0 \
  PORT=4000 \
  STORAGE_DIR=/data/storage
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY --from=dependencies /app/sbom.cdx.json sbom.cdx.json
COPY docker/healthcheck.mjs docker/healthcheck.mjs
# Nothing below /app may be written by what runs there.
RUN install -d -o node -g node /data /data/storage
USER node
# The browser is unpacked and prints a page here: not at the first invoice of each container, and not never.
RUN node dist/scripts/try-browser.js
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "docker/healthcheck.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "dist/server.js"]
