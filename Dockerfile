# The image of Nameplate: `docker build -t nameplate .`, with BuildKit. What its RUN lines do is in scripts, which
# tests/process/release.test.ts runs without Docker; `npm run test:container` builds it. docs/install.md has the steps.

FROM node:24-trixie-slim AS build
WORKDIR /src
# Packages change less often than sources, so they are a layer of their own.
COPY package.json package-lock.json ./
COPY tools/setup.js tools/
RUN node tools/setup.js
COPY . .
RUN sh ops/container/build.sh /release

FROM debian:trixie-slim
RUN --mount=type=bind,source=ops/container/prepare.sh,target=/prepare.sh sh /prepare.sh /
COPY --from=build /release /opt/nameplate
ENV NODE_ENV=production \
    LISTEN_HOST=0.0.0.0 \
    SMTP_PORT=25 \
    DATA_DIR=/data
USER 10001:10001
WORKDIR /opt/nameplate
# Only /data and /tmp are written, so the root file system can be read-only.
VOLUME /data
EXPOSE 3000 25 465 587
# The first process passes SIGTERM on and waits for its child, so the container needs no other init process. It leaves the entries of
# a replaced process's children in the process table, a few for each one; `docker run --init` removes them.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["/opt/nameplate/nameplate", "health"]
ENTRYPOINT ["/opt/nameplate/nameplate"]
CMD ["start"]
