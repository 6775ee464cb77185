import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { html } from '../platform/html.js';
import type { ServerDeps } from './deps.js';

export const consolePath = '/console';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** File names as the build writes them. A path of any other form is not read from the folder. */
const fileName = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)+$/;

/** Headers of every response. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Serves the console: its built files, and the same page for every other path. The page's Content Security Policy follows from what the
 * console loads. Scripts are built files. The console adds style elements, which carry the page's nonce. Photos are on the agencies'
 * own hosts. The mapping editor draws its markers from `data:` images.
 */
export function createConsole({ consoleFolder, timezone, contact, services: { random } }: ServerDeps): Hono {
  const app = new Hono();
  app.use('*', compress());
  app.get('*', async (c) => {
    const name = c.req.path.slice(consolePath.length + 1);
    const type = contentTypes[extname(name)];
    if (type !== undefined) {
      const known = fileName.test(name);
      const about = { ...always, 'content-type': type, 'cache-control': lifeOf(name) };
      const small = known && takesBrotli(c.req.header('accept-encoding'));
      const copy = small ? await read(join(consoleFolder, `${name}.br`)) : null;
      if (copy !== null)
        return c.body(copy, 200, { ...about, 'content-encoding': 'br', vary: 'Accept-Encoding' });
      const bytes = known ? await read(join(consoleFolder, name)) : null;
      if (bytes === null) return c.text('There is no such file.\n', 404, always);
      return c.body(bytes, 200, about);
    }
    const page = await read(join(consoleFolder, 'index.html'));
    if (page === null) return notBuilt();
    const nonce = Buffer.from(random.bytes(16)).toString('base64url');
    const text = new TextDecoder()
      .decode(page)
      .replaceAll('{nonce}', nonce)
      .replace('{timezone}', timezone)
      .replace('{contact}', () => html`${contact}`.markup);
    return c.html(text, 200, pageHeaders(nonce));
  });
  return app;
}

/** Whether the browser takes Brotli. The build writes a copy beside each script and style sheet, a sixth smaller than gzip. */
function takesBrotli(accepted = ''): boolean {
  return /(?:^|,)\s*br\s*(?:,|;\s*q=(?:1|0\.[1-9])|$)/i.test(accepted);
}

/** Files under `assets/` are named after their content, so they never change. */
function lifeOf(name: string): string {
  return name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { ...always, 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' };
}

function notBuilt(): Response {
  const text =
    'The console is not built. Its pages are made by `npm run build`; this process found none. Everything else of feedsync runs: `feedsync status` shows how it goes.\n';
  return new Response(text, {
    status: 503,
    headers: { ...always, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file));
  } catch {
    return null;
  }
}
