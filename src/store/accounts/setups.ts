import { sql } from 'kysely';
import { addAudit } from '../database/audit.js';
import { addFeedChanges } from '../feeds/feed-changes.js';
import { literally } from '../database/queries.js';
import type { NewStatement, SetupRecord, SetupStore } from '../contract/setups.js';
import type { Database, Reader, Writer } from '../database/database.js';
import type { Millis } from '../../model/millis.js';
import { setupCodec, statementCodec } from '../database/tables.js';

export function createSetups(database: Database): SetupStore {
  return { ...entries(database), ...people(database), ...readings(database), ...steps(database) };
}

function entries({ db, write }: Database) {
  return {
    add: (agency, author, now) =>
      write(async (writer) => {
        const added = await setupCodec.first(
          writer
            .insertInto('agency')
            .values(newSetup(agency, author, now))
            .onConflict((conflict) => conflict.column('name').doNothing())
            .returningAll(),
        );
        if (added !== null) await note(writer, agency.name, { author, now, action: 'agency.add' });
        return added;
      }),
    all: () => setupCodec.all(db.selectFrom('agency').selectAll().orderBy('name')),
    async page({ after, limit, only, text }) {
      if (only?.length === 0) return [];
      let query = db.selectFrom('agency').selectAll().orderBy('name').limit(limit);
      if (after !== null) query = query.where('name', '>', after);
      if (only !== null) query = query.where('name', 'in', only);
      if (text !== null) {
        const part = `%${literally(text.toLowerCase())}%`;
        query = query.where(
          sql<boolean>`(lower(name) like ${part} escape '\\' or lower(title) like ${part} escape '\\' or lower(email) like ${part} escape '\\')`,
        );
      }
      return setupCodec.all(query);
    },
    byName: (name) => setupNamed(db, name),
    change: (name, change, { author, now, read }) =>
      write(async (writer) => {
        const columns = setupCodec.encodePart({
          ...change,
          ...(read && { readAskedAt: now, readFromKept: false }),
        });
        if (Object.keys(columns).length === 0 || !(await update(writer, name, columns))) return;
        // Only the names of changed fields, without values: the address of a feed may contain a password.
        const data = { keys: Object.keys(change) };
        await note(writer, name, { author, now, action: 'agency.change', data });
      }),
    remove: (name, author, now) => write((writer) => remove(writer, name, author, now)),
  } satisfies Partial<SetupStore>;
}

/** A row for a new agency; the database adds the id. */
function newSetup(
  { name, title, email, language, feed }: Parameters<SetupStore['add']>[0],
  createdBy: string,
  createdAt: Millis,
): Omit<ReturnType<typeof setupCodec.encode>, 'id'> {
  const nothing = { reading: null, keptFile: null, connectionId: null, remote: null, connectedAt: null };
  const notConfirmed = { confirmedAt: null, confirmedBy: null, sentAt: null, sentBy: null };
  const given = { name, title, email, language, feed: JSON.stringify(feed), createdAt, createdBy };
  return { ...given, ...nothing, ...notConfirmed, readAskedAt: createdAt, readFromKept: 0 };
}

async function remove(writer: Writer, name: string, author: string, now: Millis): Promise<void> {
  const agency = await setupNamed(writer, name);
  if (agency === null) return;
  const { id, connectionId, sentAt, createdAt } = agency;
  const only = sql<number>`select account_id from agency_account where agency_id = ${id}
    and account_id not in (select account_id from agency_account where agency_id <> ${id})
    and account_id not in (select account_id from account_connection)`;
  await sql`delete from account where id in (${only})`.execute(writer);
  await writer.deleteFrom('agencyAccount').where('agencyId', '=', id).execute();
  // An agency that was never sent (`sentAt`) has published nothing that relies on these statements.
  if (sentAt === null)
    await writer.deleteFrom('statement').where('agency', '=', name).where('at', '>=', createdAt).execute();
  await writer.deleteFrom('feedChange').where('feed', '=', name).where('connectionId', 'is', null).execute();
  await writer.deleteFrom('agency').where('id', '=', id).execute();
  await note(writer, name, { author, now, action: 'agency.remove', data: { connection: connectionId } });
}

function people({ db, write }: Database) {
  return {
    addPerson: (name, accountId, author, now) =>
      write(async (writer) => {
        const agency = await setupNamed(writer, name);
        if (agency === null) return;
        await writer
          .insertInto('agencyAccount')
          .values({ agencyId: agency.id, accountId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        if (agency.sentAt !== null) await showConnection(writer, agency);
        await note(writer, name, { author, now, action: 'agency.person', data: { account: accountId } });
      }),
    async people() {
      const rows = await db
        .selectFrom('agencyAccount')
        .innerJoin('agency', 'agency.id', 'agencyAccount.agencyId')
        .select(['agency.name', 'agencyAccount.accountId'])
        .orderBy('agencyAccount.accountId')
        .execute();
      const found = new Map<string, number[]>();
      for (const { name, accountId } of rows) found.set(name, [...(found.get(name) ?? []), accountId]);
      return found;
    },
    async agenciesOf(accountId) {
      const rows = await db
        .selectFrom('agencyAccount')
        .innerJoin('agency', 'agency.id', 'agencyAccount.agencyId')
        .select('agency.name')
        .where('agencyAccount.accountId', '=', accountId)
        .orderBy('agency.name')
        .execute();
      return rows.map(({ name }) => name);
    },
  } satisfies Partial<SetupStore>;
}

function readings({ db, write }: Database) {
  return {
    askReading: (name, fromKept, now) => write((writer) => askReading(writer, name, fromKept, now)),
    waiting: () =>
      setupCodec.all(
        db
          .selectFrom('agency')
          .selectAll()
          .where('readAskedAt', 'is not', null)
          .orderBy('readAskedAt')
          .orderBy('id'),
      ),
    unread: async () => {
      const unsent = db.selectFrom('agency').selectAll().where('sentAt', 'is', null);
      const found = await setupCodec.all(unsent.where('reading', 'is not', null).orderBy('name'));
      return found.filter(({ reading }) => reading?.ok === false);
    },
    endReading: (name, asked, { reading, keptFile, feed, retryAt }) =>
      write(async (writer) => {
        const isSent = (await setupNamed(writer, name))?.sentAt != null;
        // Sending deletes the kept file, also while it is read: the numbers of the reading before stay.
        const isCut = isSent && !reading.ok;
        const found = {
          ...(isCut ? {} : { reading }),
          ...(isSent ? {} : { keptFile }),
          ...(feed !== undefined && { feed }),
        };
        await update(writer, name, setupCodec.encodePart(found));
        await writer
          .updateTable('agency')
          .set(retryAt === undefined ? { readAskedAt: null, readFromKept: 0 } : { readAskedAt: retryAt })
          .where('name', '=', name)
          .where('readAskedAt', '=', asked)
          .execute();
      }),
  } satisfies Partial<SetupStore>;
}

async function askReading(writer: Writer, name: string, fromKept: boolean, now: Millis): Promise<void> {
  const agency = await setupNamed(writer, name);
  if (agency === null) return;
  // A pending request for a new file still asks for a new file, even if the kept file is enough for this request.
  const isWaitingForFile = agency.readAskedAt !== null && !agency.readFromKept;
  const readFromKept = fromKept && agency.keptFile !== null && !isWaitingForFile;
  const { readAskedAt: asked } = agency;
  // A retry planned for later begins at once. The time differs from that of a pending request, so that `endReading` of a reading under way
  // does not end this request.
  const readAskedAt = asked === null || asked > now ? now : Math.max(now, asked + 1);
  await update(writer, name, setupCodec.encodePart({ readAskedAt, readFromKept }));
}

function steps({ db, write }: Database) {
  return {
    connect: (name, { id, remote }, author, now) =>
      write(async (writer) => {
        const connected = { connectionId: id, remote, connectedAt: now };
        const columns = setupCodec.encodePart({ ...connected, confirmedAt: null, confirmedBy: null });
        if (!(await update(writer, name, columns))) return;
        await note(writer, name, { author, now, action: 'agency.connect', data: { connection: id } });
      }),
    updateRemote: (name, remote) =>
      write(async (writer) => {
        await update(writer, name, setupCodec.encodePart({ remote }));
      }),
    disconnect: (name, author, now) =>
      write(async (writer) => {
        const former = (await setupNamed(writer, name))?.connectionId ?? null;
        if (former === null) return;
        const none = { connectionId: null, remote: null, connectedAt: null };
        await update(writer, name, { ...none, confirmedAt: null, confirmedBy: null });
        await note(writer, name, { author, now, action: 'agency.disconnect', data: { connection: former } });
      }),
    confirm: (name, statement, author, now) =>
      write(async (writer) => {
        if (!(await update(writer, name, { confirmedAt: now, confirmedBy: author }))) return;
        await state(writer, name, [statement], author, now);
      }),
    answer: (name, { statements, changes }, author, now) =>
      write(async (writer) => {
        const agency = await setupNamed(writer, name);
        if (agency === null) return [];
        await state(writer, name, statements, author, now);
        const connectionId = agency.sentAt === null ? null : agency.connectionId;
        const added = await addFeedChanges(writer, { feed: name, connectionId }, changes, author, now);
        if (added.length > 0 && agency.sentAt === null) await askReading(writer, name, true, now);
        return added;
      }),
    send: (name, author, now) => write((writer) => send(writer, name, author, now)),
    async statements(agency) {
      // A former agency of this name may have left statements: those before `createdAt` are not this agency's.
      const since = (await setupNamed(db, agency))?.createdAt ?? 0;
      return statementCodec.all(
        db
          .selectFrom('statement')
          .selectAll()
          .where('agency', '=', agency)
          .where('at', '>=', since)
          .orderBy('id'),
      );
    },
  } satisfies Partial<SetupStore>;
}

async function send(writer: Writer, name: string, author: string, now: Millis): Promise<void> {
  const agency = await setupNamed(writer, name);
  if (agency?.connectionId == null || agency.sentAt !== null) return;
  const { connectionId } = agency;
  await update(writer, name, { sentAt: now, sentBy: author, readAskedAt: null, keptFile: null });
  await writer
    .updateTable('feedChange')
    .set({ connectionId })
    .where('feed', '=', name)
    .where('connectionId', 'is', null)
    .execute();
  await showConnection(writer, agency);
  await note(writer, name, { author, now, action: 'agency.send', data: { connection: connectionId } });
}

/** Lets the accounts of an agency see its connection. */
async function showConnection(
  writer: Writer,
  { id, connectionId }: Pick<SetupRecord, 'id' | 'connectionId'>,
): Promise<void> {
  if (connectionId === null) return;
  await sql`insert into account_connection (account_id, connection_id)
    select account_id, ${connectionId} from agency_account where agency_id = ${id}
    on conflict do nothing`.execute(writer);
}

/** Appends statements, each with an audit line. */
async function state(
  writer: Writer,
  agency: string,
  statements: readonly NewStatement[],
  account: string,
  at: Millis,
): Promise<void> {
  const connectionId = (await setupNamed(writer, agency))?.connectionId ?? null;
  for (const statement of statements) {
    const { kind, version, value, name, role } = statement;
    await writer
      .insertInto('statement')
      .values({ ...statement, value: Number(value), agency, connectionId, account, at })
      .execute();
    const data = { connection: connectionId, kind, version, value, name, role };
    await note(writer, agency, { author: account, now: at, action: 'agency.state', data });
  }
}

function setupNamed(reader: Reader, name: string): Promise<SetupRecord | null> {
  return setupCodec.first(reader.selectFrom('agency').selectAll().where('name', '=', name));
}

/** @returns false if there is no such agency */
async function update(
  writer: Writer,
  name: string,
  columns: ReturnType<typeof setupCodec.encodePart>,
): Promise<boolean> {
  const changed = await writer
    .updateTable('agency')
    .set(columns)
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

function note(
  writer: Writer,
  name: string,
  entry: { author: string; now: Millis; action: string; data?: Record<string, unknown> },
): Promise<void> {
  const { author, now, action, data = {} } = entry;
  return addAudit(writer, { at: now, author, action, subject: `agency ${name}`, data });
}
