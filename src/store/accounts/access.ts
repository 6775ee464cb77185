import { signIns } from './sign-ins.js';
import { addAudit } from '../database/audit.js';
import type { Database, Reader, Writer } from '../database/database.js';
import type { Millis } from '../../model/millis.js';
import type { AccessStore, AccountRecord } from '../store.js';
import type { StoredAccount } from '../database/tables.js';

export function createAccess(database: Database): AccessStore {
  return {
    ...accounts(database),
    ...invitations(database),
    ...sessions(database),
    ...tokens(database),
    ...signIns(database),
  };
}

type Accounts = 'accounts' | 'account' | 'accountNamed' | 'addAccount' | 'setConnections' | 'removeAccount';

function accounts({ db, write }: Database): Pick<AccessStore, Accounts> {
  return {
    async accounts() {
      const rows = await db.selectFrom('account').selectAll().orderBy('name').execute();
      return Promise.all(rows.map((row) => withConnections(db, row)));
    },
    account: (id) => accountBy(db, 'id', id),
    accountNamed: (name) => accountBy(db, 'name', name),
    addAccount: ({ name, role, connections }, by, now) =>
      write(async (writer) => {
        const row = await writer
          .insertInto('account')
          .values({ name, role, passwordHash: null, createdAt: now, createdBy: by, signedInAt: null })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await connect(writer, row.id, connections);
        await audit(writer, {
          at: now,
          author: by,
          action: 'account.add',
          name,
          data: { role, connections },
        });
        return { ...row, connections: [...connections].sort() };
      }),
    setConnections: (id, connections, by, now) =>
      write(async (writer) => {
        await writer.deleteFrom('accountConnection').where('accountId', '=', id).execute();
        await connect(writer, id, connections);
        const name = (await accountBy(writer, 'id', id))?.name ?? String(id);
        await audit(writer, {
          at: now,
          author: by,
          action: 'account.connections',
          name,
          data: { connections },
        });
      }),
    removeAccount: (id, by, now) =>
      write(async (writer) => {
        const gone = await writer
          .deleteFrom('account')
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (gone === undefined) return false;
        const { name, role } = gone;
        await audit(writer, { at: now, author: by, action: 'account.remove', name, data: { role } });
        return true;
      }),
  };
}

type Invitations = 'invite' | 'invitation' | 'acceptInvitation' | 'changePassword';

function invitations({ db, write }: Database): Pick<AccessStore, Invitations> {
  return {
    invite: (invitation) =>
      write(async (writer) => {
        const { accountId, createdAt: at, createdBy: author } = invitation;
        await writer.deleteFrom('invitation').where('accountId', '=', accountId).execute();
        await writer.insertInto('invitation').values(invitation).execute();
        const name = (await accountBy(writer, 'id', accountId))?.name ?? String(accountId);
        await audit(writer, { at, author, action: 'account.invite', name, data: {} });
      }),
    async invitation(hash, now) {
      const row = await db.selectFrom('invitation').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row !== undefined && row.expiresAt > now ? row : null;
    },
    acceptInvitation: (hash, passwordHash, now) =>
      write(async (writer) => {
        const used = await writer
          .deleteFrom('invitation')
          .where('hash', '=', hash)
          .where('expiresAt', '>', now)
          .returning('accountId')
          .executeTakeFirst();
        if (used === undefined) return null;
        const tokens = await setPassword(writer, used.accountId, passwordHash, { revokesTokens: true });
        const account = await accountBy(writer, 'id', used.accountId);
        const name = account?.name ?? '';
        const data = tokens === 0 ? {} : { revoked_tokens: tokens };
        await audit(writer, { at: now, author: name, action: 'account.accept', name, data });
        return account;
      }),
    changePassword: (id, passwordHash, { revokesTokens, now }) =>
      write(async (writer) => {
        const tokens = await setPassword(writer, id, passwordHash, { revokesTokens });
        const name = (await accountBy(writer, 'id', id))?.name ?? String(id);
        const data = tokens === 0 ? {} : { revoked_tokens: tokens };
        await audit(writer, { at: now, author: name, action: 'account.password', name, data });
        return tokens;
      }),
  };
}

type Sessions = 'startSession' | 'session' | 'touchSession' | 'endSession';

function sessions({ db, write }: Database): Pick<AccessStore, Sessions> {
  return {
    startSession: (session, former) =>
      write(async (writer) => {
        if (former !== null) await writer.deleteFrom('session').where('hash', '=', former).execute();
        await writer.insertInto('session').values(session).execute();
        await writer
          .updateTable('account')
          .set({ signedInAt: session.createdAt })
          .where('id', '=', session.accountId)
          .execute();
      }),
    async session(hash) {
      const row = await db.selectFrom('session').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row ?? null;
    },
    touchSession: (hash, now) =>
      write(async (writer) => {
        await writer.updateTable('session').set({ seenAt: now }).where('hash', '=', hash).execute();
      }),
    endSession: (hash) =>
      write(async (writer) => {
        await writer.deleteFrom('session').where('hash', '=', hash).execute();
      }),
  };
}

type Tokens = 'tokens' | 'addToken' | 'tokenOf' | 'touchToken' | 'revokeToken';

function tokens({ db, write }: Database): Pick<AccessStore, Tokens> {
  return {
    tokens: () => db.selectFrom('apiToken').selectAll().orderBy('id', 'desc').execute(),
    addToken: (token, most) =>
      write(async (writer) => {
        const { count } = await writer
          .selectFrom('apiToken')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('accountId', '=', token.accountId)
          .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', token.createdAt)]))
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return null;
        const row = await writer
          .insertInto('apiToken')
          .values({ ...token, usedAt: null })
          .returningAll()
          .executeTakeFirstOrThrow();
        const { id, label, scope, createdAt: at, createdBy: author } = row;
        const name = (await accountBy(writer, 'id', token.accountId))?.name ?? '';
        await audit(writer, { at, author, action: 'token.add', name, data: { token: id, label, scope } });
        return row;
      }),
    async tokenOf(hash) {
      const row = await db.selectFrom('apiToken').selectAll().where('hash', '=', hash).executeTakeFirst();
      return row ?? null;
    },
    touchToken: (id, now) =>
      write(async (writer) => {
        await writer.updateTable('apiToken').set({ usedAt: now }).where('id', '=', id).execute();
      }),
    revokeToken: (id, by, now) =>
      write(async (writer) => {
        const gone = await writer
          .deleteFrom('apiToken')
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (gone === undefined) return false;
        const name = (await accountBy(writer, 'id', gone.accountId))?.name ?? '';
        const data = { token: id, label: gone.label };
        await audit(writer, { at: now, author: by, action: 'token.revoke', name, data });
        return true;
      }),
  };
}

async function accountBy<Column extends 'id' | 'name'>(
  reader: Reader,
  column: Column,
  value: AccountRecord[Column],
): Promise<AccountRecord | null> {
  const query = reader.selectFrom('account').selectAll();
  const row = await query.where(`account.${column}`, '=', value as never).executeTakeFirst();
  return row === undefined ? null : withConnections(reader, row);
}

async function withConnections(reader: Reader, row: StoredAccount): Promise<AccountRecord> {
  const found = await reader
    .selectFrom('accountConnection')
    .select('connectionId')
    .where('accountId', '=', row.id)
    .orderBy('connectionId')
    .execute();
  return { ...row, connections: found.map(({ connectionId }) => connectionId) };
}

async function connect(writer: Writer, accountId: number, connections: readonly string[]): Promise<void> {
  const rows = [...new Set(connections)].map((connectionId) => ({ accountId, connectionId }));
  if (rows.length > 0) await writer.insertInto('accountConnection').values(rows).execute();
}

/** Ends what the former password opened: sessions and known browsers, and tokens where that is asked for. @returns tokens that ended */
async function setPassword(
  writer: Writer,
  id: number,
  passwordHash: string,
  { revokesTokens }: { revokesTokens: boolean },
): Promise<number> {
  await writer.updateTable('account').set({ passwordHash }).where('id', '=', id).execute();
  await writer.deleteFrom('session').where('accountId', '=', id).execute();
  await writer.deleteFrom('knownBrowser').where('accountId', '=', id).execute();
  if (!revokesTokens) return 0;
  const gone = await writer.deleteFrom('apiToken').where('accountId', '=', id).returning('id').execute();
  return gone.length;
}

function audit(
  writer: Writer,
  {
    name,
    ...entry
  }: { at: Millis; author: string; action: string; name: string; data: Record<string, unknown> },
): Promise<void> {
  return addAudit(writer, { ...entry, subject: `account ${name}` });
}
