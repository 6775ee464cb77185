# Build
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
# better-sqlite3 is compiled where no prebuilt binary can be had.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
RUN npm ci
COPY .config ./.config
COPY src ./src
RUN npm run build && npm prune --omit=dev

# Run: no build tools, no root
FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY mappings ./mappings
COPY config ./config
RUN mkdir data && chown node:node data
USER node
VOLUME ["/app/data"]
# exec form: SIGTERM reaches the daemon itself
ENTRYPOINT ["node", "dist/main.js"]
CMD ["run"]
