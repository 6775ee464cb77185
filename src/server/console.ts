import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { ServerDeps } from './deps.js';

export const consolePath = '/console';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** Names that the build gives; nothing else below the folder is read. */
const fileName = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)+$/;

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The console: one page under every address, and its files. Its scripts are files of its own; style elements that it makes need
 * the page's nonce; photos are the agencies', from wherever they keep them; the editor draws its marks from `data:`.
 */
export function createConsole({ consoleFolder, timezone, services: { random } }: ServerDeps): Hono {
  const app = new Hono();
  app.use('*', compress());
  app.get('*', async (c) => {
    const name = c.req.path.slice(consolePath.length + 1);
    const type = contentTypes[extname(name)];
    if (type !== undefined) {
      const bytes = fileName.test(name) ? await read(join(consoleFolder, name)) : null;
      if (bytes === null) return c.text('There is no such file.\n', 404, always);
      return c.body(bytes, 200, { ...always, 'content-type': type, 'cache-control': lifeOf(name) });
    }
    const page = await read(join(consoleFolder, 'index.html'));
    if (page === null) return notBuilt();
    const nonce = Buffer.from(random.bytes(16)).toString('base64url');
    const text = new TextDecoder().decode(page).replaceAll('{nonce}', nonce).replace('{timezone}', timezone);
    return c.html(text, 200, pageHeaders(nonce));
  });
  return app;
}

/** What the build named after its content never changes. */
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
