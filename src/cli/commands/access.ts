import { Option, type Command } from 'commander';
import { addAccount, addToken, invite, whyNotRemoved, type AccessDeps } from '../../server/access/invite.js';
import { invitationLink } from '../../server/access/link.js';
import type { Config } from '../../config/schema.js';
import { accountRoles, tokenScopes, type AccountRole, type TokenScope } from '../../store/contract/access.js';
import type { AccountRecord, Store } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { several, wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { besideDaemon, openAlone } from '../daemon.js';
import { CliError } from '../exit.js';
import { table } from '../print/table.js';
import { maybeIso } from '../print/times.js';

const dayMs = 24 * 3_600_000;

/** Who may come in over the web, and by what. */
export function addAccessCommands(program: Command, bind: Bind): void {
  const users = program.command('users').description('who may sign in');
  users
    .command('list', { isDefault: true })
    .description('everybody, and what they may see')
    .action(bind(list));
  users
    .command('add')
    .description('let somebody in: prints the link by which they choose a password')
    .argument('<name>', 'by which they sign in, such as their e-mail address')
    .addOption(
      new Option('--role <role>', 'administrators and operators see all agencies')
        .choices(accountRoles)
        .makeOptionMandatory(),
    )
    .option('--connection <id>', 'of an agency: what it sees; may be given several times', several)
    .action(bind(add));
  users
    .command('remove')
    .description('let somebody in no more: sessions, tokens and links end at once')
    .argument('<name>', 'by which they sign in')
    .action(bind(remove));
  program
    .command('invite')
    .description('a fresh link for somebody who lost theirs, or the password; former links are void')
    .argument('<name>', 'by which they sign in')
    .action(bind(inviteAgain));
  addTokenCommands(program, bind);
}

function addTokenCommands(program: Command, bind: Bind): void {
  const tokens = program.command('token').description('tokens by which scripts use the API');
  tokens
    .command('list', { isDefault: true })
    .description('all of them, without the tokens themselves')
    .action(bind(listTokens));
  tokens
    .command('create')
    .description('a token that may what its owner may, or less; it is shown once')
    .argument('<name>', 'whose it is')
    .argument('<label>', 'what it is for')
    .addOption(new Option('--scope <scope>', 'what it may').choices(tokenScopes).default('read'))
    .option('--days <n>', 'how long it is good', wholeNumber, 365)
    .action(bind(createToken));
  tokens
    .command('revoke')
    .description('refuse a token from now on')
    .argument('<id>', 'its number, which the list shows')
    .action(bind(revokeToken));
}

async function list(context: Context): Promise<Answer> {
  return viewStore(context, async ({ store, times }) => {
    const accounts = await store.access.accounts();
    const rows = accounts.map(({ name, role, connections, passwordHash, signedInAt }) => [
      name,
      role,
      role === 'agency' ? connections.join(', ') : 'all',
      passwordHash === null ? 'invited' : signedInAt === null ? 'never signed in' : times.aged(signedInAt),
    ]);
    return {
      text: table(['name', 'role', 'connections', 'signed in'], rows, 'Nobody may sign in yet.'),
      json: { users: accounts.map(accountDocument) },
    };
  });
}

function accountDocument(row: AccountRecord): Record<string, unknown> {
  const { id, name, role, connections, passwordHash, createdAt, createdBy, signedInAt } = row;
  return {
    id,
    name,
    role,
    connections,
    has_password: passwordHash !== null,
    created_at: maybeIso(createdAt),
    created_by: createdBy,
    signed_in_at: maybeIso(signedInAt),
  };
}

async function add(
  context: Context,
  [name = '']: readonly string[],
  { role, connection }: { role: AccountRole; connection?: string[] },
): Promise<Answer> {
  return changeAccess(context, async (deps, author, base) => {
    const added = await addAccount({ name, role, connections: connection ?? [] }, author, deps);
    if (!added.ok) throw new CliError(1, added.message);
    return linkAnswer(added.account, await invite(added.account, author, deps), base);
  });
}

async function inviteAgain(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return changeAccess(context, async (deps, author, base) => {
    const account = await accountNamed(name, deps.store);
    return linkAnswer(account, await invite(account, author, deps), base);
  });
}

function linkAnswer(
  account: AccountRecord,
  { secret, expiresAt }: { secret: string; expiresAt: number },
  base: string | null,
): Answer {
  const expires_at = maybeIso(expiresAt);
  const link = invitationLink(base ?? '', secret);
  const where = base === null ? ' Put the address of the running daemon before it.' : '';
  return {
    text: `"${account.name}" (${account.role}) chooses a password here, once, until ${expires_at ?? ''}:\n${link}\nGive it to nobody else.${where}`,
    json: { user: accountDocument(account), link, expires_at },
  };
}

async function remove(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return changeAccess(context, async ({ store, clock }, author) => {
    const account = await accountNamed(name, store);
    const refusal = await whyNotRemoved(account, store);
    if (refusal !== null) throw new CliError(1, refusal);
    await store.access.removeAccount(account.id, author, clock.now());
    const message = `"${account.name}" cannot come in any more`;
    return { text: `${message}.`, json: { ok: true, message } };
  });
}

async function listTokens(context: Context): Promise<Answer> {
  return viewStore(context, async ({ store, times }) => {
    const names = new Map((await store.access.accounts()).map(({ id, name }) => [id, name]));
    const tokens = await store.access.tokens();
    const rows = tokens.map(({ id, accountId, label, scope, usedAt, expiresAt }) => [
      id,
      names.get(accountId) ?? null,
      label,
      scope,
      times.aged(usedAt),
      expiresAt === null ? null : times.local(expiresAt),
    ]);
    return {
      text: table(['token', 'of', 'label', 'scope', 'used', 'good until'], rows, 'There is no token.'),
      json: {
        tokens: tokens.map(({ id, accountId, label, scope, createdAt, createdBy, usedAt, expiresAt }) => ({
          id,
          account: names.get(accountId) ?? null,
          label,
          scope,
          created_at: maybeIso(createdAt),
          created_by: createdBy,
          used_at: maybeIso(usedAt),
          expires_at: maybeIso(expiresAt),
        })),
      },
    };
  });
}

async function createToken(
  context: Context,
  [name = '', label = '']: readonly string[],
  { scope, days }: { scope: TokenScope; days: number },
): Promise<Answer> {
  return changeAccess(context, async (deps, author) => {
    const account = await accountNamed(name, deps.store);
    const wanted = { accountId: account.id, label, scope, lastsMs: days * dayMs };
    const added = await addToken(wanted, author, deps);
    if (!added.ok) throw new CliError(1, added.message);
    const { token, row } = added;
    return {
      text: `Token ${row.id} of "${account.name}" (${scope}), good for ${days} days. It is shown this once; send it as \`Authorization: Bearer …\`:\n${token}`,
      json: { token, id: row.id, account: account.name, label, scope, expires_at: maybeIso(row.expiresAt) },
    };
  });
}

async function revokeToken(context: Context, [text = '']: readonly string[]): Promise<Answer> {
  if (!/^\d{1,9}$/.test(text))
    throw new CliError(2, `"${text}" is no token. Write its number, which \`feedsync token list\` shows.`);
  return changeAccess(context, async ({ store, clock }, author) => {
    if (!(await store.access.revokeToken(Number(text), author, clock.now())))
      throw new CliError(1, `There is no token ${text}. \`feedsync token list\` shows those there are.`);
    const message = `token ${text} is refused from now on`;
    return { text: `${message}.`, json: { ok: true, message } };
  });
}

async function accountNamed(name: string, store: Pick<Store, 'access'>): Promise<AccountRecord> {
  const account = await store.access.accountNamed(name.trim().normalize('NFKC').toLowerCase());
  if (account !== null) return account;
  throw new CliError(1, `Nobody is called "${name}". \`feedsync users list\` shows who may sign in.`);
}

/** The server's address; null where it cannot be known. */
export function baseUrl({ server: { publicUrl, host, port } }: Config): string | null {
  return publicUrl ?? (port === 0 ? null : `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/**
 * Who may come in is written at once, beside a daemon too: it keeps none of it in mind.
 * @param work gets the server's address, where it can be known
 */
async function changeAccess(
  context: Context,
  work: (deps: AccessDeps, author: string, base: string | null) => Promise<Answer>,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const { clock, random } = context.seams();
  const base = baseUrl(config);
  const author = context.terminal.user;
  const app = await openAlone(config, context);
  if (app === null)
    return besideDaemon(config, context, (store) => work({ store, clock, random }, author, base));
  try {
    return await work({ store: app.services.store, clock, random }, author, base);
  } finally {
    await app.close();
  }
}
