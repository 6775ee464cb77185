import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

// `npm run console` shows changes as they are written; what it asks for goes to a daemon that runs beside it.
const daemon = process.env.FEEDSYNC_URL ?? 'http://127.0.0.1:8080';

/** Writes a Brotli copy beside each script and style sheet: the server has no time for the best compression. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Once the files are written: other plugins change them until then.
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => /\.(?:js|css)$/.test(one))) {
        const file = join(dir, name);
        await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
      }
    },
  };
}

export default defineConfig({
  root: 'src/console',
  base: '/console/',
  plugins: [react(), compressed()],
  // The server writes another nonce into each page.
  html: { cspNonce: '{nonce}' },
  server: { proxy: { '/api': { target: daemon, changeOrigin: false } } },
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    // Pictures and fonts in style sheets would need `data:` in the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
});
