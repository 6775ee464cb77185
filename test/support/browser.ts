import { readFile, writeFile } from 'node:fs/promises';
import { onceOfRun } from './once-of-run.js';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';

export interface Viewport {
  width: number;
  scheme?: 'light' | 'dark';
}

export interface TestBrowser {
  /** A page in a context of its own, with everything that it complains of on its console. */
  open(url: string, viewport: Viewport): Promise<{ page: Page; complaints: string[] }>;
  close(): Promise<void>;
}

/** The package is built for this alone. */
export const hasBrowser = process.platform === 'linux' && process.arch === 'x64';

/** Flags for a cloud function: the first three hide what a visitor's browser refuses, the others draw as a graphics card would. */
const unwanted = [
  ...['--single-process', '--no-zygote', '--disable-web-security'],
  ...['--ignore-gpu-blocklist', '--in-process-gpu', '--enable-unsafe-swiftshader'],
  ...['--use-gl=angle', '--use-angle=swiftshader'],
];

/** No test looks at pixels, so drawing costs as little as it can; photos are at hosts that no one asks a resolver for. */
const wanted = ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** What a page's own policy forbids it. */
const sayViolations = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy: ' + violatedDirective + ' ' + blockedURI))`;

/** Pages gather events and keystrokes for less than a second before they act: ten times less here. What they show for seconds stays. */
const gatherSooner = `{
  const { setTimeout } = window;
  window.setTimeout = (act, ms = 0, ...rest) => setTimeout(act, ms < 1000 ? ms / 10 : ms, ...rest);
}`;

/** The package's own configuration names `/tmp/fonts`, wherever its fonts were unpacked; without any font Chromium ends. */
async function nameFonts(folder: string): Promise<void> {
  const names = `<dir>${folder}</dir><cachedir>${folder}/cache</cachedir>`;
  await writeFile(join(folder, 'fonts.conf'), `<?xml version="1.0"?><fontconfig>${names}</fontconfig>\n`);
}

/** The packaged Chromium, with the libraries and fonts that it brings: no browser has to be installed. */
export async function launchBrowser(): Promise<TestBrowser> {
  // Read when the package is loaded: makes it unpack its libraries as well.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const [{ default: packaged }, { chromium }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  const browser: Browser = await chromium.launch({
    executablePath: await onceOfRun('chromium-unpacked', async () => {
      const path = await packaged.executablePath();
      await nameFonts(join(dirname(path), 'fonts'));
      return path;
    }),
    args: [...packaged.args.filter((flag) => !unwanted.includes(flag)), ...wanted],
    headless: true,
  });
  return {
    async open(url, { width, scheme = 'light' }) {
      const viewport = { width, height: 900 };
      // What fades in would be judged while it is half there.
      const motion = { reducedMotion: 'reduce' } as const;
      const context = await browser.newContext({ viewport, colorScheme: scheme, locale: 'en-GB', ...motion });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.addInitScript(sayViolations);
      await page.addInitScript(gatherSooner);
      await page.goto(url);
      return { page, complaints };
    },
    close: () => browser.close(),
  };
}

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * What of a page keeps people out: serious and critical findings of axe-core, each with the elements that it names.
 * @param look of this part of the page alone, or by these rules alone
 */
export async function barriers(
  page: Page,
  { part, rules }: { part?: string; rules?: readonly string[] } = {},
): Promise<[rule: string, elements: string[]][]> {
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  // Elements are named by their own text, so no selectors are searched for.
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    ...(rules !== undefined && { runOnly: rules }),
  };
  const of = JSON.stringify(part ?? 'html');
  const found: AxeResults = await page.evaluate(`axe.run(${of}, ${JSON.stringify(options)})`);
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

let axe: string | undefined;
