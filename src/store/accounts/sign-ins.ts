import { sql } from 'kysely';
import type { AccessStore } from '../contract/access.js';
import type { Database } from '../database/database.js';

/** A clock may be put right by so much without anything being forgotten. */
const clockStepMs = 60_000;

type SignIns = 'failures' | 'addFailure' | 'forgetFailures' | 'accountsOfBrowser' | 'noteBrowser' | 'prune';

export function signIns(database: Database): Pick<AccessStore, SignIns> {
  return { ...failures(database), ...browsers(database), ...pruning(database) };
}

function failures({ db, write }: Database): Pick<AccessStore, 'failures' | 'addFailure' | 'forgetFailures'> {
  return {
    async failures(keys) {
      const rows = await db
        .selectFrom('signInFailure')
        .selectAll()
        .where('key', 'in', [...keys])
        .execute();
      return new Map(rows.map(({ key, failures: count, at }) => [key, { failures: count, at }]));
    },
    addFailure: (counters, { at, since, most }) =>
      write(async (writer) => {
        await writer
          .deleteFrom('signInFailure')
          .where((eb) => eb.or([eb('at', '<', since), eb('at', '>', at + clockStepMs)]))
          .execute();
        for (const { key, nameKey } of counters)
          await writer
            .insertInto('signInFailure')
            .values({ key, nameKey, failures: 1, at })
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet({ failures: sql`sign_in_failure.failures + 1`, at }),
            )
            .execute();
        const { count } = await writer
          .selectFrom('signInFailure')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        const spare = Number(count) - most;
        if (spare <= 0) return;
        const oldest = writer.selectFrom('signInFailure').select('key').orderBy('at').limit(spare);
        await writer.deleteFrom('signInFailure').where('key', 'in', oldest).execute();
      }),
    forgetFailures: (keys) =>
      write(async (writer) => {
        await writer
          .deleteFrom('signInFailure')
          .where('key', 'in', [...keys])
          .execute();
      }),
  };
}

function browsers({ db, write }: Database): Pick<AccessStore, 'accountsOfBrowser' | 'noteBrowser'> {
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
  };
}

function pruning({ write }: Database): Pick<AccessStore, 'prune'> {
  return {
    prune: ({ sessionsSeen, sessionsCreated, failures: failed, browsers: used, now }) =>
      write(async (writer) => {
        await writer
          .deleteFrom('session')
          .where((eb) => eb.or([eb('seenAt', '<', sessionsSeen), eb('createdAt', '<', sessionsCreated)]))
          .execute();
        await writer
          .deleteFrom('signInFailure')
          .where((eb) => eb.or([eb('at', '<', failed), eb('at', '>', now + clockStepMs)]))
          .execute();
        await writer.deleteFrom('knownBrowser').where('usedAt', '<', used).execute();
        await writer.deleteFrom('invitation').where('expiresAt', '<', now).execute();
      }),
  };
}
