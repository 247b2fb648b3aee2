# Startline in one container, with its own PostgreSQL. `docker compose up` builds and starts it; docs/operate.md names
# the settings. The two images can be replaced: the first needs npm, the second only glibc.
ARG BUILD_IMAGE=node:22-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS built
# The pinned Node of the packages needs libatomic1, which slim images leave out.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1
WORKDIR /startline
COPY package.json package-lock.json .npmrc* ./
RUN npm ci --no-audit --no-fund
COPY . .
# The pinned Node of the packages builds the apps. Tests and checks need the development packages, the server does not.
RUN node_modules/.bin/node tools/build.ts \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/.cache

FROM ${RUN_IMAGE}
# The server draws certificates with names in all scripts, so it needs the fonts.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates fontconfig fonts-noto-cjk libatomic1 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --uid 1000 startline \
 && install -d -o startline -g startline /data
COPY --from=built --chown=startline:startline /startline /startline
WORKDIR /startline
USER startline
ENV HOST=0.0.0.0 PORT=3000 STARTLINE_DATA=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# The process gets SIGTERM itself and closes its calls, its jobs and its database.
CMD ["node_modules/.bin/node", "tools/start.ts"]
