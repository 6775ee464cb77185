import { sql } from 'kysely';
import type { AccessStore } from '../contract/access.js';
import type { Millis } from '../../model/millis.js';
import type { Database, Writer } from '../database/database.js';
import { countOf, writeOne } from '../database/queries.js';

/** A failure with a time up to this far in the future is kept: the clock may have been corrected a little since. */
const clockStepMs = 60_000;

/** The methods of AccessStore about failed sign-ins and known browsers. */
export function signIns(database: Database) {
  return { ...failures(database), ...browsers(database), ...pruning(database) };
}

function failures({ db, write }: Database) {
  return {
    async failures(keys) {
      const rows = await db.selectFrom('signInFailure').selectAll().where('key', 'in', keys).execute();
      return new Map(rows.map(({ key, failures: count, at }) => [key, { failures: count, at }]));
    },
    addFailure: (counters, { at, since, most }) =>
      write(async (writer) => {
        await deleteFailures(writer, since, at);
        for (const { key, nameKey } of counters)
          await writer
            .insertInto('signInFailure')
            .values({ key, nameKey, failures: 1, at })
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet({ failures: sql`sign_in_failure.failures + 1`, at }),
            )
            .execute();
        const spare = (await countOf(writer.selectFrom('signInFailure'))) - most;
        if (spare <= 0) return;
        const oldest = writer.selectFrom('signInFailure').select('key').orderBy('at').limit(spare);
        await writer.deleteFrom('signInFailure').where('key', 'in', oldest).execute();
      }),
    forgetFailures: (keys) =>
      writeOne(write, (writer) => writer.deleteFrom('signInFailure').where('key', 'in', keys)),
  } satisfies Partial<AccessStore>;
}

/** Deletes counters whose last failure is before `since`, or in the future. */
async function deleteFailures(writer: Writer, since: Millis, now: Millis): Promise<void> {
  await writer
    .deleteFrom('signInFailure')
    .where((eb) => eb.or([eb('at', '<', since), eb('at', '>', now + clockStepMs)]))
    .execute();
}

function browsers({ db, write }: Database) {
  return {
    async accountsOfBrowser(hash) {
      const rows = await db.selectFrom('knownBrowser').select('accountId').where('hash', '=', hash).execute();
      return rows.map(({ accountId }) => accountId);
    },
    noteBrowser: (browser, most) =>
      write(async (writer) => {
        const { accountId, usedAt } = browser;
        await writer
          .insertInto('knownBrowser')
          .values(browser)
          .onConflict((conflict) => conflict.columns(['hash', 'accountId']).doUpdateSet({ usedAt }))
          .execute();
        const kept = writer
          .selectFrom('knownBrowser')
          .select('hash')
          .where('accountId', '=', accountId)
          .orderBy('usedAt', 'desc')
          .limit(most);
        await writer
          .deleteFrom('knownBrowser')
          .where('accountId', '=', accountId)
          .where('hash', 'not in', kept)
          .execute();
      }),
  } satisfies Partial<AccessStore>;
}

function pruning({ write }: Database) {
  return {
    prune: ({ sessionsSeen, sessionsCreated, failures: failed, browsers: used, now }) =>
      write(async (writer) => {
        await writer
          .deleteFrom('session')
          .where((eb) => eb.or([eb('seenAt', '<', sessionsSeen), eb('createdAt', '<', sessionsCreated)]))
          .execute();
        await deleteFailures(writer, failed, now);
        await writer.deleteFrom('knownBrowser').where('usedAt', '<', used).execute();
        await writer.deleteFrom('invitation').where('expiresAt', '<', now).execute();
      }),
  } satisfies Partial<AccessStore>;
}
