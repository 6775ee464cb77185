import type { SetupFacts } from '../../core/setup/setup-steps.js';
import type { AccountRecord, FeedChangeRecord, SetupRecord, Store } from '../store.js';

/** Changes of an agency's feed that are not undone, oldest first. */
export async function changesOfSetup(
  { name, connectionId, sentAt }: SetupRecord,
  { feedChanges }: Pick<Store, 'feedChanges'>,
): Promise<FeedChangeRecord[]> {
  const rows = await feedChanges.list({ feed: name, connectionId: sentAt === null ? null : connectionId });
  return rows.filter(({ undoneAt }) => undoneAt === null).reverse();
}

/** The facts that an agency's setup state is derived from. */
export async function stateOfSetup(
  agency: SetupRecord,
  store: Pick<Store, 'feedChanges' | 'setups' | 'access'>,
): Promise<SetupFacts> {
  const ids = (await store.setups.people()).get(agency.name) ?? [];
  const people = await Promise.all(ids.map((id) => store.access.account(id)));
  return factsOf(
    agency,
    await changesOfSetup(agency, store),
    people.filter((account) => account !== null),
  );
}

/** As `stateOfSetup`, from rows that were read already. @param changes result of `changesOfSetup` @param people accounts of the agency */
export function factsOf(
  agency: SetupRecord,
  changes: readonly FeedChangeRecord[],
  people: readonly AccountRecord[],
): SetupFacts {
  const flag = (subject: string): boolean | null => {
    const value = changes.findLast((change) => change.kind === 'answer' && change.subject === subject)?.value;
    return typeof value === 'boolean' ? value : null;
  };
  return {
    reading: agency.reading,
    hasSignedIn: people.some(({ signedInAt }) => signedInAt !== null),
    isConnected: agency.connectionId !== null,
    isConfirmed: agency.confirmedAt !== null,
    isSent: agency.sentAt !== null,
    mandate: flag('mandate_attested'),
    ownerNearby: flag('owner_lives_nearby'),
    choices: Object.fromEntries(
      changes.flatMap(({ kind, subject, value }) =>
        kind === 'constant' && typeof value === 'string' ? [[subject, value]] : [],
      ),
    ),
  };
}
