import { lostWords } from '../../core/content/vocabulary.js';
import type { StoredVocabulary } from '../../store/store.js';
import { readVocabulary } from '../../wire/vocabulary.js';
import type { RequestResult } from '../request-result.js';
import { unreadable } from './reference-problem.js';
import { retryAfter } from '../push/retry-refused.js';
import type { Services } from '../services/services.js';

/** A vocabulary that lost words is accepted after this time, unless it is accepted manually or the portal restores the words before. */
const suspectForMs = 24 * 3_600_000;

/**
 * Reads the portal's vocabulary. One that lost words is suspect: it is stored separately and the current one stays in use, so that a
 * mistake of the portal makes no listing unpublishable (RULES R149). The suspect one replaces the current one when a person accepts it, or
 * after 24 hours.
 */
export async function refreshVocabulary(
  current: StoredVocabulary | null,
  services: Services,
): Promise<{ problem: string | null; changed: boolean }> {
  const { store, portal, clock } = services;
  const reply = await portal.vocabularies(current?.etag ?? null);
  if (reply.kind !== 'ok')
    return { problem: await unreadable('vocabulary', reply, services), changed: false };
  if (reply.body === null) {
    if (current !== null)
      // Parsed again: an earlier feedsync may have stored less of the document than this one reads.
      await store.reference.saveVocabulary(
        current.document,
        readVocabulary(current.document),
        current.etag,
        clock.now(),
      );
    return { problem: null, changed: false };
  }
  const { document, etag } = reply.body;
  const read = { document, vocabulary: readVocabulary(document), etag, readAt: clock.now() };
  const lost = current === null ? 0 : lostWords(current.vocabulary, read.vocabulary).length;
  const changed = lost === 0 ? await serve(read, current, services) : await suspect(read, lost, services);
  return { problem: null, changed };
}

/** Puts the suspect vocabulary into use: the operator confirms that the portal's change is intended, or the waiting time is over. */
export async function acceptVocabulary(author: string, services: Services): Promise<RequestResult> {
  const { store, clock } = services;
  if (!(await store.reference.acceptSuspect(author, clock.now())))
    return { ok: false, message: 'No vocabulary waits to be accepted: nothing was changed.' };
  await retryAfter('vocabulary', {}, services);
  return { ok: true, message: 'The portal’s new vocabulary is in use from the next poll of each feed' };
}

async function serve(
  read: StoredVocabulary,
  current: StoredVocabulary | null,
  services: Services,
): Promise<boolean> {
  const changed = read.vocabulary.version !== current?.vocabulary.version;
  if (changed) await retryAfter('vocabulary', {}, services);
  await services.store.reference.saveVocabulary(read.document, read.vocabulary, read.etag, read.readAt);
  return changed;
}

/**
 * A vocabulary without words that the suspect one still has starts the waiting time again.
 * @returns whether the suspect vocabulary is in use now, because the waiting time is over
 */
async function suspect(read: StoredVocabulary, lost: number, services: Services): Promise<boolean> {
  const { store, clock, log } = services;
  const former = await store.reference.suspect();
  const isWorse = former === null || lostWords(former.vocabulary, read.vocabulary).length > 0;
  if (isWorse)
    log.warn(
      'the portal’s vocabulary lost words: the former one stays in use until the change is accepted, or for 24 hours',
      {
        words: lost,
      },
    );
  const since = isWorse ? clock.now() : former.readAt;
  await store.reference.suspectVocabulary({ ...read, readAt: since });
  if (clock.now() - since < suspectForMs) return false;
  return (await acceptVocabulary('time: 24 hours', services)).ok;
}
