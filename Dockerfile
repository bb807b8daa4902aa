# syntax=docker/dockerfile:1.7

# Two images from one file. `--target api` runs the API and the one-shot commands; the last stage, `worker`, has the browser
# and the engine's library besides, and runs all of them. The command decides:
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
# What the image holds of others, by name, version and hash (CycloneDX); of the lock file, since npm 11.21 refuses a folder without
# the development packages.
RUN npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json

# --- what the processes reach of it: most packages are bundled into dist, or compile it ---
FROM dependencies AS packages
COPY --from=build /app/dist dist
COPY scripts/image scripts/image
RUN node scripts/image/keep-packages.mjs /packages

# --- the API and the commands ---
FROM ${NODE_IMAGE} AS api
# tini passes signals on, and reaps what the browser of a worker leaves behind.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini ca-certificates \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /app
# The C library would keep free memory apart for each of eight threads a processor.
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  HOST=0.0.0.0 \
  PORT=4000 \
  STORAGE_DIR=/data/storage
COPY --from=packages /packages/api node_modules
COPY --from=packages /packages/dist dist
COPY package.json LICENSE ./
COPY --from=dependencies /app/sbom.cdx.json sbom.cdx.json
COPY docker/healthcheck.mjs docker/healthcheck.mjs
# Nothing below /app may be written by what runs there.
RUN install -d -o node -g node /data /data/storage
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "docker/healthcheck.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "dist/server.js"]

# --- the worker, which has all that the API has ---
FROM api AS worker
USER root
# The browser and the fonts of invoices come with the packages (@sparticuz/chromium, Noto Sans for Latin and nine Indic
# scripts); it links against these three. The package has a browser for amd64 only: elsewhere it is Debian's, which is found
# where it is installed.
RUN apt-get update \
  && browser="$([ "$(dpkg --print-architecture)" = amd64 ] || echo chromium)" \
  && apt-get install -y --no-install-recommends libnss3 libnspr4 libexpat1 $browser \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
COPY --from=packages /packages/worker node_modules
# Asked by the health check.
ENV METRICS_PORT=9464
USER node
# The browser is unpacked and prints a page here: not at the first invoice of each container, and not never.
RUN node dist/scripts/try-browser.js
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "docker/healthcheck.mjs", "worker"]
CMD ["node", "--enable-source-maps", "dist/worker.js"]
