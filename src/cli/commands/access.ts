import { Option, type Command } from 'commander';
import { addAccount, addToken, invite, whyNotRemoved, type AccessDeps } from '../../server/access/invite.js';
import { ownMail, whyNotMail } from '../../server/access/own-mail.js';
import { invitationLink } from '../../server/access/link.js';
import type { Config } from '../../config/schema.js';
import { accountRoles, tokenScopes, type AccountRole, type TokenScope } from '../../store/contract/access.js';
import { agencyLanguages, type AgencyLanguage } from '../../store/contract/setups.js';
import type { AccountRecord, Store } from '../../store/store.js';
import type { Answer } from '../answer.js';
import { several, wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { besideDaemon, openAlone } from '../daemon.js';
import { CliError } from '../exit.js';
import { table } from '../print/table.js';
import { maybeIso } from '../print/times.js';

const onOrOff = ['on', 'off'] as const;
const dayMs = 24 * 3_600_000;

/** Users who sign in over the web, and tokens of scripts. */
export function addCommands(program: Command, bind: Bind): void {
  const users = program
    .command('users')
    .summary('Manage who may sign in')
    .description('Manage who may sign in. Without a command, list the users.');
  users
    .command('list', { isDefault: true })
    .description('List the users and what they may see')
    .action(bind(list));
  users
    .command('add')
    .description('Add a user and print the link to choose a password')
    .argument('<name>', 'Sign-in name, such as an e-mail address')
    .addOption(
      new Option('--role <role>', 'Role; administrators and operators see all agencies')
        .choices(accountRoles)
        .makeOptionMandatory(),
    )
    .option('--connection <id>', 'Connection that a user of an agency sees; repeatable', several)
    .action(bind(add));
  users
    .command('remove')
    .description('Remove a user; sessions, tokens and links end at once')
    .argument('<name>', 'Sign-in name')
    .action(bind(remove));
  users
    .command('mail')
    .summary('Show or choose which mail a user of an agency gets')
    .description(
      'Show or choose which mail about the agency a user of it gets. What is sent at once cannot be switched off for the last one who gets it.',
    )
    .argument('<name>', 'Sign-in name, an e-mail address')
    .addOption(
      new Option('--at-once <answer>', 'Removals that wait for a decision, feeds that stopped').choices(
        onOrOff,
      ),
    )
    .addOption(new Option('--digest <answer>', 'Everything else, in the morning').choices(onOrOff))
    .addOption(new Option('--language <language>', 'Language of the mail').choices(agencyLanguages))
    .action(bind(mail));
  program
    .command('invite')
    .description('Create a new sign-in link; earlier ones stop working')
    .argument('<name>', 'Sign-in name')
    .action(bind(inviteAgain));
  addTokenCommands(program, bind);
}

function addTokenCommands(program: Command, bind: Bind): void {
  const tokens = program
    .command('token')
    .summary('Manage tokens for scripts that use the API')
    .description('Manage tokens for scripts that use the API. Without a command, list them.');
  tokens
    .command('list', { isDefault: true })
    .description('List the tokens, without their values')
    .action(bind(listTokens));
  tokens
    .command('create')
    .summary('Create a token')
    .description('Create a token. It may do what its owner may do, or less. Its value is shown once.')
    .argument('<name>', 'Sign-in name of its owner')
    .argument('<label>', 'Purpose')
    .addOption(new Option('--scope <scope>', 'What the token may do').choices(tokenScopes).default('read'))
    .option('--days <n>', 'Days until it expires', wholeNumber, 365)
    .action(bind(createToken));
  tokens
    .command('revoke')
    .description('Revoke a token')
    .argument('<id>', 'Number of the token (see `feedsync token list`)')
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
      text: table(['name', 'role', 'connections', 'signed in'], rows, 'No users yet.'),
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
  const where = base === null ? ' Put the address of the running daemon in front of it.' : '';
  return {
    text: `"${account.name}" (${account.role}) chooses a password with this link, once, until ${expires_at ?? ''}:\n${link}\nGive it to no one else.${where}`,
    json: { user: accountDocument(account), link, expires_at },
  };
}

async function remove(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return changeAccess(context, async ({ store, clock }, author) => {
    const account = await accountNamed(name, store);
    const refusal = await whyNotRemoved(account, store);
    if (refusal !== null) throw new CliError(1, refusal);
    await store.access.removeAccount(account.id, author, clock.now());
    const message = `"${account.name}" can no longer sign in`;
    return { text: `${message}.`, json: { ok: true, message } };
  });
}

interface MailOptions {
  atOnce?: (typeof onOrOff)[number];
  digest?: (typeof onOrOff)[number];
  language?: AgencyLanguage;
}

async function mail(
  context: Context,
  [name = '']: readonly string[],
  { atOnce, digest, language }: MailOptions,
): Promise<Answer> {
  if (atOnce === undefined && digest === undefined && language === undefined)
    return viewStore(context, async ({ store }) => mailAnswer(await accountNamed(name, store), store));
  return changeAccess(context, async ({ store, clock }, author) => {
    const account = await accountNamed(name, store);
    const own = await ownMail(account, store);
    const choice = {
      atOnce: atOnce === undefined ? own?.choice.atOnce === true : atOnce === 'on',
      digest: digest === undefined ? own?.choice.digest === true : digest === 'on',
      language: language ?? own?.choice.language ?? null,
    };
    const why = whyNotMail(choice, own);
    if (why !== null) throw new CliError(1, why.en);
    await store.access.setMail(account.id, choice, author, clock.now());
    return mailAnswer({ ...account, mail: choice }, store);
  });
}

async function mailAnswer(account: AccountRecord, store: Pick<Store, 'access' | 'setups'>): Promise<Answer> {
  const own = await ownMail(account, store);
  if (own === null)
    return {
      text: `No mail about listings goes to "${account.name}".`,
      json: { user: account.name, mail: null },
    };
  const { atOnce: at_once, digest, language } = own.choice;
  const said = (isOn: boolean): string => (isOn ? 'on' : 'off');
  return {
    text: `Mail to "${account.name}": at once ${said(at_once)}, morning digest ${said(digest)}, language ${language ?? 'of the agency'}.`,
    json: { user: account.name, mail: { at_once, digest, language, is_last: own.lastOf !== null } },
  };
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
      text: table(['token', 'of', 'label', 'scope', 'last used', 'expires'], rows, 'No tokens yet.'),
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
      text: `Token ${row.id} of "${account.name}" (${scope}), valid for ${days} days. It is shown only once; send it as \`Authorization: Bearer …\`:\n${token}`,
      json: { token, id: row.id, account: account.name, label, scope, expires_at: maybeIso(row.expiresAt) },
    };
  });
}

async function revokeToken(context: Context, [text = '']: readonly string[]): Promise<Answer> {
  if (!/^\d{1,9}$/.test(text))
    throw new CliError(
      2,
      `"${text}" is not the number of a token. \`feedsync token list\` shows the numbers.`,
    );
  return changeAccess(context, async ({ store, clock }, author) => {
    if (!(await store.access.revokeToken(Number(text), author, clock.now())))
      throw new CliError(1, `There is no token ${text}. \`feedsync token list\` shows all tokens.`);
    const message = `token ${text} is refused from now on`;
    return { text: `${message}.`, json: { ok: true, message } };
  });
}

async function accountNamed(name: string, store: Pick<Store, 'access'>): Promise<AccountRecord> {
  const account = await store.access.accountNamed(name.trim().normalize('NFKC').toLowerCase());
  if (account !== null) return account;
  throw new CliError(1, `There is no user "${name}". \`feedsync users list\` shows all users.`);
}

/** The server's address; null if it is unknown. */
export function baseUrl({ server: { publicUrl, host, port } }: Config): string | null {
  return publicUrl ?? (port === 0 ? null : `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/**
 * Changes users and tokens in the store at once, also while a daemon runs: the daemon caches none of them.
 * @param work gets the server's address, or null if it is unknown
 */
async function changeAccess(
  context: Context,
  work: (deps: AccessDeps & { store: Store }, author: string, base: string | null) => Promise<Answer>,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const { clock, random } = context.machine;
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
