import { writeFile } from 'node:fs/promises';
import type { Deployment } from './deployment.js';
import { connections } from './first-life.js';

/** What a command with `--json` printed, and its exit code. */
export interface Output {
  command: string;
  code: number;
  document: unknown;
}

type Argv = string | readonly string[] | ((deployment: Deployment) => Promise<readonly string[]>);

interface Row {
  argv: Argv;
  /** Runs until it is asked to stop, which is when it has printed. */
  lasts?: true;
  /** Parts of the document that are drawn by lot, or say how large or where something is: kept is only what kind of value they are. */
  drawn?: readonly string[];
}

const person = ['--by', 'Mira Mirić', '--role', 'vlasnica'];

/** Every command that prints a document, with what it finds in the kept deployment; of one list each goes on where the former one ended. */
const looking: readonly Row[] = [
  { argv: `logs --lines 3 --connection ${connections.kyero}` },
  { argv: 'status' },
  { argv: 'status --attention any' },
  { argv: 'doctor' },
  { argv: 'runs --limit 40' },
  { argv: 'runs --feed primer --kind poll --limit 3' },
  { argv: 'feeds list' },
  { argv: 'feeds export' },
  { argv: 'feeds export --feed cvece' },
  { argv: 'listings' },
  { argv: 'listings --invalid' },
  { argv: 'listings --feed primer --portal live --limit 3' },
  { argv: 'unmapped' },
  { argv: 'quality' },
  ...['A0001', 'A0003', 'A0005', 'A0014', 'A0015:review', 'A0016:rejected', 'A0017:moderated', 'A0018'].map(
    (id) => ({ argv: `explain ${id} --feed primer` }),
  ),
  ...['A0201', 'A0204', 'A0206', 'A0207'].map((id) => ({ argv: `explain ${id} --feed novi` })),
  ...['C2', 'C4', 'C6', 'N-1'].map((id) => ({ argv: `explain ${id}` })),
  { argv: 'explain C1 --show-contacts' },
  { argv: 'explain K-104' },
  { argv: 'explain F-1' },
  { argv: 'explain nothing-of-this-name' },
  { argv: 'holds' },
  { argv: 'holds --all' },
  { argv: 'expect --feed cvece' },
  { argv: 'mapping preview --feed novi --limit 2' },
  { argv: 'mapping preview --feed cvece --limit 1' },
  { argv: 'mapping preview --feed primer --mapping kuca --limit 1' },
  { argv: 'mapping check csv-header kuca costa' },
  { argv: 'mapping upgrade --feed primer --dry-run' },
  { argv: 'agencies list' },
  { argv: 'agencies show novi' },
  { argv: 'agencies show drugi' },
  { argv: 'agencies statements novi' },
  { argv: 'users list' },
  { argv: 'token list' },
  { argv: 'notices list' },
  { argv: 'notices test ops@vendor.example' },
  { argv: 'notices test webhook' },
  { argv: 'connections' },
  { argv: 'ping' },
  { argv: 'vocabularies' },
  { argv: 'vocabularies heating' },
  { argv: 'vocabularies --accept' },
  { argv: 'places Novi' },
  { argv: 'batch 1' },
  { argv: 'config check' },
  { argv: 'config check --diff' },
  { argv: 'config schema' },
  { argv: 'config schema --mapping' },
  { argv: 'init feeds/costa.xml --name another' },
  { argv: 'init feeds/cvece.csv --attention any' },
  { argv: 'sync --dry-run' },
  { argv: 'reconcile --dry-run' },
  { argv: 'erase --agency costa' },
  { argv: 'no-such-command' },
  { argv: 'approve 99' },
  { argv: 'explain' },
];

const changing: readonly Row[] = [
  { argv: 'run', lasts: true, drawn: ['server'] },
  { argv: 'sync --feed costa' },
  { argv: 'sync' },
  { argv: 'reconcile' },
  { argv: `reconcile --connection ${connections.csv}` },
  { argv: 'approve 1 --only F-1' },
  { argv: 'reject 1' },
  { argv: 'approve 2 --expect 3' },
  { argv: 'reject 2 --only A0005' },
  { argv: 'approve 2 --expect 12' },
  { argv: 'holds --all' },
  { argv: 'expect --feed primer --removals 2 --until 2099-12-31' },
  { argv: 'expect --feed primer --cancel' },
  { argv: 'pause costa' },
  { argv: 'pause costa' },
  { argv: 'resume costa' },
  { argv: ['suppress', 'A0002', '--feed', 'primer', '--reason', 'the owner asked', '--until', '2026-03-01'] },
  { argv: 'unsuppress A0003 --feed primer' },
  { argv: 'resend --code invalid_payload' },
  { argv: withListing('validate') },
  { argv: withListing('put', '--connection', connections.csv) },
  { argv: 'remove hand-1 --reason sold' },
  { argv: 'sync' },
  { argv: 'mapping upgrade --feed primer' },
  { argv: 'mapping upgrade --feed novi' },
  { argv: 'backup copies/store.db', drawn: ['bytes', 'rows'] },
  { argv: 'migrate --to sqlite:other.db' },
  { argv: 'keygen new.pem', drawn: ['public_key', 'public_key_pem'] },
  { argv: 'users add vera@primer.example --role operator', drawn: ['link'] },
  { argv: 'users add vera@primer.example --role operator' },
  { argv: 'invite vera@primer.example', drawn: ['link'] },
  { argv: 'token create vera@primer.example other --scope read', drawn: ['token'] },
  { argv: 'token revoke 1' },
  { argv: 'users remove vera@primer.example' },
  {
    argv: [
      'agencies',
      'add',
      'treci',
      '--title',
      'Treći',
      '--email',
      't@treci.example',
      '--url',
      'https://feeds.example/novi.xml',
    ],
  },
  { argv: withAgencies },
  { argv: 'agencies invite treci', drawn: ['link'] },
  { argv: 'agencies read treci' },
  { argv: 'agencies connect treci short' },
  { argv: async ({ sandbox }) => ['agencies', 'connect', 'treci', sandbox.staff.issueCode().code] },
  { argv: ['agencies', 'confirm', 'treci', ...person] },
  { argv: ['agencies', 'answer', 'treci', '--mandate', 'yes', ...person] },
  { argv: ['agencies', 'answer', 'treci', '--choose', 'price.currency=EUR', ...person] },
  { argv: 'agencies send treci' },
  { argv: 'agencies show treci' },
  { argv: 'agencies remove treci' },
  { argv: async ({ sandbox }) => ['connect', sandbox.staff.issueCode({ agency: { name: 'Peta' } }).code] },
  { argv: 'connect short' },
  { argv: `disconnect ${connections.kyero} --reason over` },
  { argv: 'retire costa' },
  { argv: 'export --agency cvece --to exported' },
  { argv: 'erase --person office@cvece.example' },
  { argv: 'erase --person office@cvece.example --confirm' },
  { argv: 'doctor --bundle bundle.json' },
  { argv: 'status' },
  {
    argv: 'sandbox --port 0',
    lasts: true,
    drawn: [
      ...['base_url', 'key_id', 'private_key_file', 'connection', 'certifying_connection', 'connect_code'],
      ...['staff_url', 'openapi_url', 'curl'],
    ],
  },
];

export const commandLists = { looking, changing };

/** Runs all of a list, after a start of the daemon that brings an older store up to date. */
export async function runCommands(rows: readonly Row[], deployment: Deployment): Promise<Output[]> {
  await deployment.start();
  await deployment.stop();
  const outputs: Output[] = [];
  for (const { argv, lasts = false, drawn = [] } of rows) {
    const words = typeof argv === 'function' ? await argv(deployment) : wordsOf(argv);
    const { code, out } = await deployment.command([...words, '--json'], { lasts });
    const command = typeof argv === 'function' ? words.slice(0, 2).join(' ') : words.join(' ');
    const text = (out === '' ? 'null' : out)
      .replaceAll(deployment.folder, '{folder}')
      .replaceAll(/[\d.]+ \w+ are free/g, 'Enough is free');
    outputs.push({ command, code, document: withoutDrawn(JSON.parse(text) as Document, drawn) });
    // No two commands at one moment.
    deployment.clock.advance(1000);
  }
  return outputs;
}

type Document = Record<string, unknown> | null;

function withoutDrawn(document: Document, drawn: readonly string[]): Document {
  if (document === null) return null;
  const kinds = Object.entries(document).map(([name, value]) => [
    name,
    drawn.includes(name) ? `(${typeof value})` : value,
  ]);
  return Object.fromEntries(kinds) as Document;
}

function wordsOf(argv: string | readonly string[]): readonly string[] {
  return typeof argv === 'string' ? argv.split(' ') : argv;
}

/** A listing like one that the portal shows, under another id. */
function withListing(...argv: [string, ...string[]]): Argv {
  return async ({ sandbox }) => {
    const [held] = sandbox.staff.listings(connections.csv);
    await writeFile('listing.json', JSON.stringify({ ...held?.payload, external_id: 'hand-1' }));
    const [command, ...rest] = argv;
    return [command, 'listing.json', ...rest];
  };
}

async function withAgencies(): Promise<readonly string[]> {
  const line = 'peta;Peta;peta@agencija.example;https://feeds.example/peta.xml';
  await writeFile('agencies.csv', `name;title;email;url\n${line}\nNe valja;x;y;z\n`);
  return ['agencies', 'import', 'agencies.csv', '--dry-run'];
}
