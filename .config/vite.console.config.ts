import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `npm run console` shows changes as they are written; what it asks for goes to a daemon that runs beside it.
const daemon = process.env.FEEDSYNC_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: 'src/console',
  base: '/console/',
  plugins: [react()],
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
