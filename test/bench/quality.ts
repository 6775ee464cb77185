import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { feedQuality } from '../../src/inspect/quality.js';
import { writeSoakPart } from './results-file.js';

const records = 100_000;
const blockOf = 500;
const pairs = 5;
const text = 'Prodaje se lepo održavan stan u mirnoj ulici, blizu škole. '.repeat(10);

function payload(number: number): Record<string, unknown> {
  return {
    ...{ external_id: `A${number}`, transaction: 'sale', category: 'stan' },
    title: { sr: `Dvosoban stan broj ${number}` },
    description: { sr: `${text}${number}` },
    price: { amount: 50_000 + number, currency: 'EUR' },
    location: { place_id: 'p', address_line: `Ulica ${number % 900} broj ${number}` },
    structure: { area_sqm: 40 + (number % 60), rooms: 2, floor: number % 9 },
    photos: [0, 1, 2].map((photo) => ({ url: `https://photos.agency.example/${number}/${photo}.jpg` })),
  };
}

function* blocks<Row>(rowOf: (number: number) => Row): Generator<Row[]> {
  for (let from = 0; from < records; from += blockOf)
    yield Array.from({ length: blockOf }, (_, index) => rowOf(from + index));
}

interface Measured {
  cpuMs: number;
  keptMb: number;
}

/** The processor time of one call, and what it keeps at most while payloads come. */
async function measure(quality: typeof feedQuality): Promise<Measured> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('needs --expose-gc');
  const heap = (): number => (gc(), process.memoryUsage().heapUsed);
  const [before, cpu] = [heap(), process.cpuUsage()];
  let most = before;
  const store = {
    async *issues() {
      const issue = { severity: 'warning', code: 'text_cut', pointer: '/title/sr', message: 'cut' } as const;
      yield* blocks((number) => ({ sourceId: `s${number}`, issues: number % 3 === 0 ? [issue] : [] }));
    },
    async *payloads() {
      yield* blocks((number) => ({ sourceId: `s${number}`, payload: payload(number) }));
      most = Math.max(most, heap());
    },
    async *leftPayloads() {
      yield* [];
    },
    dates: () => Promise.resolve(null),
    survey: () => Promise.resolve(null),
  };
  await quality(1, { quality: store as unknown as Parameters<typeof feedQuality>[1]['quality'] }, Date.now());
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, keptMb: (most - before) / 1e6 };
}

/** In a process of its own, with the sources of this checkout or of another one. */
function measured(tree: string): Measured {
  const argv = ['--expose-gc', '--import', 'tsx', fileURLToPath(import.meta.url), '--of', tree];
  return JSON.parse(execFileSync(process.execPath, argv, { cwd: tree, encoding: 'utf8' })) as Measured;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** `quality.ts TREE`: in turns with a checkout of another release. */
const [first = '', second = ''] = process.argv.slice(2);
if (first === '--of') {
  const { href } = pathToFileURL(resolve(second, 'src/inspect/quality.ts'));
  const module = (await import(href)) as { feedQuality: typeof feedQuality };
  process.stdout.write(JSON.stringify(await measure(module.feedQuality)));
} else {
  const turns = Array.from(
    { length: pairs },
    () => [measured(resolve(first)), measured(process.cwd())] as const,
  );
  const row = (name: string, of: (turn: (typeof turns)[number]) => Measured): string =>
    `| ${name} | ${(medianOf(turns.map((turn) => of(turn).cpuMs)) / 1_000).toFixed(1)} | ${medianOf(turns.map((turn) => of(turn).keptMb)).toFixed(0)} |`;
  const ratio = (of: (one: Measured) => number): string =>
    medianOf(turns.map(([before, now]) => of(now) / of(before))).toFixed(2);
  writeSoakPart(
    'quality',
    [
      `What \`quality\` takes over the stored payloads of ${records} listings, made on the way: medians of ${pairs} pairs in turns, Node.js ${process.version}. It finds more than release 0.1.0 did: every issue, and properties under two ids. \`npx tsx test/bench/quality.ts TREE\`, with a checkout of 0.1.0`,
      '',
      '| | seconds of the processor | megabytes kept |',
      '| --- | ---: | ---: |',
      row('0.1.0', ([before]) => before),
      row('now', ([, now]) => now),
      `| ratio | ${ratio(({ cpuMs }) => cpuMs)} | ${ratio(({ keptMb }) => keptMb)} |`,
    ].join('\n'),
  );
}
