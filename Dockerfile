FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json npm-shrinkwrap.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY .config ./.config
COPY src ./src
RUN npm run build
# SQLite's driver is optional only because Node.js 20 has to do without it; the other optional packages are of no use here.
RUN mv node_modules/better-sqlite3-13 sqlite && \
    npm prune --omit=dev --omit=optional && \
    mv sqlite node_modules/better-sqlite3-13
# Remove SQLite's source, and its binaries for other systems.
RUN rm -r node_modules/better-sqlite3-13/deps node_modules/better-sqlite3-13/src && \
    find node_modules/better-sqlite3-13/prebuilds -type f ! -name 'linux*' -delete

# The image to run: no build tools, no root, and only /app/data is written to.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY mappings ./mappings
COPY config/demo ./config/demo
RUN mkdir data && chown 1000:1000 data
# A number, so that an orchestrator can see that it is not root; the base image calls this user node.
USER 1000:1000
VOLUME ["/app/data"]
EXPOSE 8080
# Images in OCI format do not keep this line; compose.yaml has the same check.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell, so that SIGTERM reaches the daemon.
ENTRYPOINT ["node", "dist/main.js"]
CMD ["run", "--listen", "0.0.0.0:8080"]
