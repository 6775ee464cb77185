import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fasterBy, ProcessWorld, type Ended, type RealProcess } from '../support/real-process.js';
import { offeredCommands } from './offered-commands.js';
import { runHere } from './run-here.js';

interface Expected {
  /** A phrase of what a person reads. */
  says: string;
  /** Keys of the document that --json prints; more may be added, none may go. */
  keys: readonly string[];
  /** What of it is always so. */
  document?: Readonly<Record<string, unknown>>;
  code?: number;
}

interface Row extends Expected {
  command: string;
  args?: string | ((world: ProcessWorld) => string | Promise<string>);
  /** Where it is another one beside a daemon. */
  beside?: Pick<Expected, 'keys' | 'code'>;
  /** Runs until SIGTERM. */
  lasts?: true;
  /** The first of its kind: beside the daemon it is a process of its own. */
  process?: true;
}

const wish = ['ok', 'pending', 'message'];
const carriedOut = { ok: true, pending: false };

/** Every command, in an order in which each finds what it needs. */
const rows: readonly Row[] = [
  {
    command: 'sync',
    says: 'agency: ',
    keys: ['dry_run', 'feeds', 'stopped', 'pushes', 'resting', 'problems'],
  },
  { command: 'sync', args: '--feed agency --dry-run', says: 'nothing to send', keys: ['dry_run', 'feeds'] },
  {
    command: 'status',
    process: true,
    says: 'Nothing needs attention.',
    keys: ['feeds', 'connections', 'holds'],
  },
  { command: 'logs', args: '--lines 5', says: 'ended', keys: ['logs'] },
  {
    command: 'logs',
    args: '--follow',
    lasts: true,
    says: 'ended',
    keys: [],
    // Lines that come one by one are no single document.
    beside: { code: 2, keys: ['error'] },
  },
  { command: 'runs', args: '--kind poll', says: '3 records', keys: ['runs'] },
  {
    command: 'run',
    lasts: true,
    says: 'feedsync keeps 1 feed in step',
    keys: ['portal', 'server', 'feeds', 'stopped'],
    beside: { code: 1, keys: ['error'] },
  },
  {
    command: 'init',
    args: 'feed.xml',
    says: 'Open questions',
    keys: ['name', 'preset', 'mapping', 'report', 'attention'],
  },
  { command: 'feeds list', says: 'active', keys: ['feeds', 'unread'] },
  {
    command: 'feeds export',
    says: 'mandate_attested: true',
    keys: ['feeds', 'mapping_versions', 'suppressions', 'changes'],
  },
  {
    command: 'mapping preview',
    args: '--feed agency',
    says: 'What it costs: nothing changes.',
    keys: ['feed', 'mapping', 'snapshot', 'preview', 'cost'],
  },
  {
    command: 'mapping check',
    args: 'estate-sistem',
    says: 'cases passed',
    keys: ['ok', 'mappings', 'portal_words'],
  },
  {
    command: 'mapping upgrade',
    args: '--feed agency --dry-run',
    says: 'already has the newest version of its mapping',
    keys: ['feed', 'moves', 'moved'],
  },
  { command: 'report', args: '', says: 'on the portal', keys: ['reports'] },
  { command: 'listings', args: '--portal live', says: 'A0003', keys: ['listings'] },
  {
    command: 'listings',
    args: '--waiting',
    says: 'No new listing waits because of a value in doubt.',
    keys: ['listings'],
  },
  { command: 'listings', args: '--stale', says: 'No listings match.', keys: ['listings'] },
  { command: 'unmapped', says: 'No unmapped values.', keys: ['unmapped'] },
  { command: 'quality', says: '3 of 3  fallback_used', keys: ['quality', 'waits'] },
  {
    command: 'quality',
    args: '--preview-rules',
    says: 'agency: no rule would hold a value of its listings.',
    keys: ['preview'],
  },
  {
    command: 'explain',
    args: 'A0001',
    says: 'It is on the portal, as its feed has it.',
    keys: ['explanation'],
  },
  {
    command: 'export',
    args: '--agency agency --to exported',
    says: 'Only you can read it',
    keys: ['export'],
  },
  {
    command: 'erase',
    args: '--agency agency',
    says: 'Nothing was erased',
    keys: ['erased', 'rows', 'snapshots', 'logs', 'refusal'],
  },
  {
    command: 'erase',
    args: '--person nobody@agency.example --confirm',
    says: 'erased in 0 rows',
    keys: ['erased', ...wish],
    document: { erased: true, ...carriedOut },
  },
  {
    command: 'reconcile',
    args: withForeign,
    says: 'unknown here',
    keys: ['dry_run', 'connections'],
  },
  {
    command: 'reconcile',
    process: true,
    code: 3,
    says: '2 that nothing here knows: held for a decision',
    keys: ['dry_run', 'connections', 'attention'],
  },
  { command: 'holds', code: 3, says: 'Hold 1: foreign of', keys: ['holds', 'attention'] },
  {
    command: 'approve',
    args: '1 --only F1',
    says: '1 of hold 1 are still undecided',
    keys: wish,
    document: carriedOut,
  },
  { command: 'reject', args: '1', says: 'adopted', keys: wish, document: carriedOut },
  {
    command: 'confirm',
    args: 'A0001',
    code: 1,
    says: 'No value of A0001 is in doubt: nothing was changed.',
    keys: ['error'],
  },
  { command: 'close', args: '', says: 'No item can be closed.', keys: ['closable'] },
  {
    command: 'close',
    args: 'none --reason over',
    code: 1,
    says: 'This item is over or closed already',
    keys: ['error'],
  },
  {
    command: 'expect',
    args: '--feed agency --removals 2 --until 2099-12-31',
    says: 'up to 2 listings may leave feed agency without a hold',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'expect',
    args: '--feed agency',
    says: 'Up to 2 listings may leave',
    keys: ['feed', 'expectation'],
  },
  {
    command: 'expect',
    args: '--feed agency --cancel',
    says: 'not expected any more',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'approve',
    args: '1 --rekey',
    process: true,
    code: 1,
    says: 'Hold 1 is',
    keys: ['error'],
  },
  {
    command: 'pause',
    args: 'agency',
    process: true,
    says: 'feed agency is paused',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'resume',
    args: 'agency',
    says: 'feed agency is polled again',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'suppress',
    args: 'A0002 --reason sold-by-another',
    says: 'A0002 is removed and suppressed',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'unsuppress',
    args: 'A0002',
    says: 'A0002 is no longer suppressed',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'resend',
    args: '--code worker_error',
    says: '0 listings with worker_error',
    keys: wish,
    document: carriedOut,
  },
  {
    command: 'validate',
    args: (world) => world.writeListing('hand-1'),
    says: 'The portal would accept 1 listing.',
    keys: ['listings', 'refused', 'results'],
  },
  { command: 'put', args: 'listing.json', says: 'hand-1 is queued', keys: wish, document: carriedOut },
  {
    command: 'remove',
    args: 'hand-1 --reason sold',
    says: 'hand-1 is removed (sold)',
    keys: wish,
    document: carriedOut,
  },
  { command: 'retire', args: 'agency', says: 'feed agency is retired', keys: wish, document: carriedOut },
  { command: 'batch', args: '1', says: 'A0001', keys: ['batch'] },
  { command: 'ping', process: true, says: 'The portal accepts the key: app', keys: ['ping'] },
  { command: 'connections', says: 'agency', keys: ['connections'] },
  {
    command: 'connect',
    args: ({ staff }) => staff.issueCode().code,
    says: 'is connected',
    keys: ['connection'],
  },
  {
    command: 'disconnect',
    args: ({ staff }) => staff.addConnection(),
    says: 'now belong to the agency',
    keys: ['connection'],
  },
  { command: 'vocabularies', args: 'heating', says: 'Version', keys: ['version', 'vocabulary'] },
  { command: 'vocabularies', args: '--accept', code: 1, says: 'No vocabulary waits', keys: ['error'] },
  { command: 'places', args: 'Novi', says: 'Novi Sad', keys: ['places'] },
  {
    command: 'keygen',
    args: 'new.pem',
    says: 'Register its public half',
    keys: ['private_key_file', 'public_key', 'public_key_pem'],
  },
  {
    command: 'backup',
    args: 'copies/store.db',
    says: 'The store was copied to copies/store.db: 1 feed',
    keys: ['file', 'bytes', 'feeds', 'listings', 'rows'],
  },
  {
    command: 'migrate',
    args: '--to sqlite:other.db',
    process: true,
    code: 2,
    says: 'Write --to postgres://',
    keys: ['error'],
  },
  {
    command: 'users add',
    args: 'Ana@agency.example --role operator',
    says: '/console/invitation#',
    keys: ['user', 'link', 'expires_at'],
  },
  {
    command: 'users mail',
    args: 'ana@agency.example',
    says: 'No mail about listings goes to',
    keys: ['user', 'mail'],
  },
  { command: 'users list', says: 'ana@agency.example', keys: ['users'] },
  { command: 'notices list', says: 'No notices yet.', keys: ['notices'] },
  {
    command: 'notices test',
    args: 'ana@agency.example',
    code: 2,
    says: 'Write a mail server under notices.smtp',
    keys: ['error'],
  },
  {
    command: 'invite',
    args: 'ana@agency.example',
    says: 'chooses a password with this link',
    keys: ['user', 'link'],
  },
  {
    command: 'token create',
    args: 'ana@agency.example crm --scope poll',
    says: 'feedsync_',
    keys: ['token', 'id', 'account', 'label', 'scope', 'expires_at'],
  },
  { command: 'token list', says: 'crm', keys: ['tokens'] },
  {
    command: 'token revoke',
    args: '1',
    says: 'token 1 is refused',
    keys: ['ok', 'message'],
    document: { ok: true },
  },
  {
    command: 'users remove',
    args: 'ana@agency.example',
    says: 'can no longer sign in',
    keys: ['ok', 'message'],
    document: { ok: true },
  },
  {
    command: 'agencies add',
    args: 'novi --title Novi --email ana@novi.example --url file:feed.xml',
    says: 'its feed will be read',
    keys: ['agency'],
  },
  {
    command: 'agencies import',
    args: async ({ folder }) => {
      await writeFile(join(folder, 'agencies.csv'), 'name,title,email,url\n');
      return 'agencies.csv --dry-run';
    },
    says: '0 agencies would be added.',
    keys: ['dry_run', 'created', 'lines'],
  },
  { command: 'agencies list', says: 'ana@novi.example', keys: ['agencies'] },
  {
    command: 'agencies invite',
    args: 'novi',
    says: '/console/invitation#',
    keys: ['agency', 'account', 'link', 'expires_at'],
  },
  {
    command: 'agencies read',
    args: 'novi',
    says: 'will be read by the daemon',
    keys: ['ok', 'message'],
    document: { ok: true },
  },
  {
    command: 'agencies show',
    args: 'novi',
    says: 'Novi (novi): invited.',
    keys: ['name', 'state', 'why_not'],
  },
  {
    command: 'agencies statements',
    args: 'novi',
    says: 'No statements yet.',
    keys: ['statements'],
    document: { statements: [] },
  },
  { command: 'agencies connect', args: 'novi short', code: 1, says: '12 to 32 characters', keys: ['error'] },
  {
    command: 'agencies confirm',
    args: 'novi --reject',
    code: 1,
    says: 'is not connected yet',
    keys: ['error'],
  },
  {
    command: 'agencies answer',
    args: 'novi --choose price.currency=EUR',
    says: 'Saved.',
    keys: wish,
    document: carriedOut,
  },
  { command: 'agencies send', args: 'novi', code: 1, says: 'can be sent', keys: ['error'] },
  {
    command: 'agencies remove',
    args: 'novi',
    says: 'Nothing was sent to the portal.',
    keys: wish,
    document: carriedOut,
  },
  { command: 'doctor', says: 'ok    portal', keys: ['checks'] },
  {
    command: 'doctor',
    args: '--bundle bundle.json',
    says: 'read it before you send it',
    keys: ['checks', 'bundle'],
  },
  {
    command: 'config check',
    args: '--diff',
    says: 'No feed changes.',
    keys: ['ok', 'feeds', 'problems', 'diff'],
  },
  { command: 'config schema', says: '"$schema"', keys: ['$schema', 'properties'] },
  {
    command: 'sandbox',
    args: '--port 0',
    lasts: true,
    says: 'The sandbox portal is running',
    keys: ['base_url', 'staff_url', 'connection', 'key_id'],
  },
  { command: 'demo', lasts: true, says: 'Stop with Ctrl+C.', keys: ['config', 'connection'] },
];

/** The daemon looks so much sooner for what a command wants of it; its clock stays near enough to the portal's. */
const daemonTimes = 5;

describe('every command', () => {
  it('has a row', async () => {
    expect(new Set(rows.map(({ command }) => command))).toEqual(new Set(await offeredCommands()));
  });

  // Two worlds side by side, each with its own store and portal; in each a row rests on those before it. A command runs in this
  // process, as the entry point runs it, unless it lasts; beside the daemon one of each kind is a process of its own.
  let alone: ProcessWorld;
  let beside: ProcessWorld;
  let daemon: RealProcess;
  beforeAll(async () => {
    [alone, beside] = await Promise.all([ProcessWorld.create(), ProcessWorld.create()]);
    daemon = beside.startWith({ node: fasterBy(daemonTimes) }, 'run');
    await daemon.printed((out) => out.includes('in step'));
  });
  afterAll(async () => {
    const { code, err } = await daemon.stop();
    await Promise.all([alone.close(), beside.close()]);
    expect(code, err).toBe(0);
  });

  it.each(rows.map((row) => [nameOf(row), row] as const))(
    '%s: as text alone, as a document beside a daemon',
    async (_name, row) => {
      const expected = row.beside ?? row;
      const textually = (): Promise<Ended> =>
        row.lasts === true
          ? ran(alone, row, { until: (out) => out.includes(row.says) })
          : ranHere(alone, row);
      const isProcess = row.lasts === true || row.process === true;
      const lasts = row.lasts === true && row.beside === undefined;
      const documented = (): Promise<Ended> =>
        isProcess
          ? ran(beside, { ...row, lasts }, { until: isDocument, options: ['--json'] })
          : ranHere(beside, row, ['--json']);
      // Two commands in one process would share its folder; a process has its own.
      const [text, json] = isProcess
        ? await Promise.all([textually(), documented()])
        : [await textually(), await documented()];
      const said = text.out + text.err;
      expect(said).toContain(row.says);
      expect(said).not.toMatch(/ at .*\.(ts|js):\d/);
      const document = JSON.parse(json.out) as object;
      expect(Object.keys(document), json.err).toEqual(expect.arrayContaining([...expected.keys]));
      expect(document).toMatchObject(row.document ?? {});
      expect([text.code, json.code], said + json.err).toEqual([row.code ?? 0, expected.code ?? 0]);
    },
  );
});

async function ranHere(
  world: ProcessWorld,
  { command, args = '' }: Row,
  options: readonly string[] = [],
): Promise<Ended> {
  const given = typeof args === 'string' ? args : await args(world);
  const argv = [...`${command} ${given}`.trim().split(' '), '--config', 'feedsync.json', ...options];
  return runHere(world.folder, argv);
}

/** @param until of a command that lasts: it has said enough, and is asked to stop */
async function ran(
  world: ProcessWorld,
  { command, args = '', lasts }: Pick<Row, 'command' | 'args'> & { lasts?: boolean },
  { until, options = [] }: { until: (out: string) => boolean; options?: string[] },
): Promise<Ended> {
  const given = typeof args === 'string' ? args : await args(world);
  const running = world.start(...`${command} ${given}`.trim().split(' '), ...options);
  if (lasts !== true) return running.ended;
  await running.printed(until);
  return running.stop();
}

/** Two live listings that nothing here knows. */
function withForeign({ staff, connectionId }: ProcessWorld): string {
  for (const id of ['F1', 'F2']) staff.setListing(connectionId, id, { status: 'live' });
  return '--dry-run';
}

function nameOf({ command, args }: Row): string {
  return typeof args === 'string' ? `${command} ${args}` : command;
}

function isDocument(out: string): boolean {
  try {
    JSON.parse(out);
    return true;
  } catch {
    return false;
  }
}
