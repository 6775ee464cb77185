import { signIns } from './sign-ins.js';
import { addAudit } from '../database/audit.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { countOf, firstOf, writeOne } from '../database/queries.js';
import type { Millis } from '../../model/millis.js';
import type { AccessStore, AccountRecord } from '../store.js';
import { accountCodec, type StoredAccount } from '../database/tables.js';

export function createAccess(database: Database): AccessStore {
  return {
    ...accounts(database),
    ...invitations(database),
    ...sessions(database),
    ...tokens(database),
    ...signIns(database),
  };
}

function accounts({ db, write }: Database) {
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
          .values({
            name,
            role,
            passwordHash: null,
            createdAt: now,
            createdBy: by,
            signedInAt: null,
            mail: null,
          })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await connect(writer, row.id, connections);
        const data = { role, connections };
        await audit(writer, { at: now, author: by, action: 'account.add', name, data });
        return { ...accountCodec.decode(row), connections: [...connections].sort() };
      }),
    setConnections: (id, connections, by, now) =>
      write(async (writer) => {
        await writer.deleteFrom('accountConnection').where('accountId', '=', id).execute();
        await connect(writer, id, connections);
        const name = await nameOf(writer, id);
        const data = { connections };
        await audit(writer, { at: now, author: by, action: 'account.connections', name, data });
      }),
    setMail: (id, mail, by, now) =>
      write(async (writer) => {
        await writer
          .updateTable('account')
          .set(accountCodec.encodePart({ mail }))
          .where('id', '=', id)
          .execute();
        const name = await nameOf(writer, id);
        const { atOnce: at_once, digest, language } = mail;
        await audit(writer, {
          at: now,
          author: by,
          action: 'account.notices',
          name,
          data: { at_once, digest, language },
        });
      }),
    removeAccount: (id, by, now) =>
      write(async (writer) => {
        const removed = await firstOf(writer.deleteFrom('account').where('id', '=', id).returningAll());
        if (removed === null) return false;
        const { name, role } = removed;
        await audit(writer, { at: now, author: by, action: 'account.remove', name, data: { role } });
        return true;
      }),
  } satisfies Partial<AccessStore>;
}

function invitations({ db, write }: Database) {
  return {
    invite: (invitation) =>
      write(async (writer) => {
        const { accountId, createdAt: at, createdBy: author } = invitation;
        await writer.deleteFrom('invitation').where('accountId', '=', accountId).execute();
        await writer.insertInto('invitation').values(invitation).execute();
        const name = await nameOf(writer, accountId);
        await audit(writer, { at, author, action: 'account.invite', name, data: {} });
      }),
    invitation: (hash, now) =>
      firstOf(db.selectFrom('invitation').selectAll().where('hash', '=', hash).where('expiresAt', '>', now)),
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
        const name = await nameOf(writer, id);
        const data = tokens === 0 ? {} : { revoked_tokens: tokens };
        await audit(writer, { at: now, author: name, action: 'account.password', name, data });
        return tokens;
      }),
  } satisfies Partial<AccessStore>;
}

function sessions({ db, write }: Database) {
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
    session: (hash) => firstOf(db.selectFrom('session').selectAll().where('hash', '=', hash)),
    touchSession: (hash, now) =>
      writeOne(write, (writer) =>
        writer.updateTable('session').set({ seenAt: now }).where('hash', '=', hash),
      ),
    endSession: (hash) => writeOne(write, (writer) => writer.deleteFrom('session').where('hash', '=', hash)),
  } satisfies Partial<AccessStore>;
}

function tokens({ db, write }: Database) {
  return {
    tokens: () => db.selectFrom('apiToken').selectAll().orderBy('id', 'desc').execute(),
    addToken: (token, most) =>
      write(async (writer) => {
        const unexpired = writer
          .selectFrom('apiToken')
          .where('accountId', '=', token.accountId)
          .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', token.createdAt)]));
        if ((await countOf(unexpired)) >= most) return null;
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
    tokenOf: (hash) => firstOf(db.selectFrom('apiToken').selectAll().where('hash', '=', hash)),
    touchToken: (id, now) =>
      writeOne(write, (writer) => writer.updateTable('apiToken').set({ usedAt: now }).where('id', '=', id)),
    revokeToken: (id, by, now) =>
      write(async (writer) => {
        const revoked = await firstOf(writer.deleteFrom('apiToken').where('id', '=', id).returningAll());
        if (revoked === null) return false;
        const name = (await accountBy(writer, 'id', revoked.accountId))?.name ?? '';
        const data = { token: id, label: revoked.label };
        await audit(writer, { at: now, author: by, action: 'token.revoke', name, data });
        return true;
      }),
  } satisfies Partial<AccessStore>;
}

/** The account's name for an audit line; its id if there is no such account. */
async function nameOf(reader: Reader, id: number): Promise<string> {
  return (await accountBy(reader, 'id', id))?.name ?? String(id);
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
  return { ...accountCodec.decode(row), connections: found.map(({ connectionId }) => connectionId) };
}

async function connect(writer: Writer, accountId: number, connections: readonly string[]): Promise<void> {
  const rows = [...new Set(connections)].map((connectionId) => ({ accountId, connectionId }));
  if (rows.length > 0) await writer.insertInto('accountConnection').values(rows).execute();
}

/**
 * Sets an account's password and deletes its sessions and known browsers; its tokens too if `revokesTokens` is set.
 * @returns the number of deleted tokens
 */
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
