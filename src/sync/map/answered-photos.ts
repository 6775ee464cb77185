import { leftOutIssue, withAnsweredPhotos } from '../../core/listing/answered-photos.js';
import { listingDigest } from '../../core/listing/digest.js';
import { photosOf } from '../../core/listing/photo-digests.js';
import type { StagedListing, StagedOutcome } from '../../model/staged-record.js';
import { packPayload, unpackPayload, usedWord } from '../../store/records/staged-record.js';
import type { Feed } from '../services/services.js';
import { hostUse } from './https-hosts.js';
import type { FormerPayloads } from './kept-covers.js';

/** The answers of hosts over https, for these addresses; see `httpsAnswers`. */
export type AskHosts = (addresses: readonly string[]) => Promise<ReadonlyMap<string, boolean>>;

/** Leaves out new photos whose host does not answer over https, and notes the answers that each record used (RULES R162). */
export async function withoutUnanswered<
  Row extends { staged: Pick<StagedOutcome, 'listings' | 'issues' | 'uses'> },
>(
  block: readonly Row[],
  formerPayloads: FormerPayloads,
  ask: AskHosts,
  { photoTokens }: Pick<Feed, 'photoTokens'>,
): Promise<readonly Row[]> {
  const addresses = block.flatMap(({ staged }) => staged.listings.flatMap(upgradedOf));
  if (addresses.length === 0) return block;
  const answers = await ask(addresses);
  return block.map((row) => {
    const own = row.staged.listings.flatMap(upgradedOf);
    if (own.length === 0) return row;
    const hosts = [...new Set(own.map((url) => new URL(url).host))];
    const uses = hosts.map((host) => {
      const resolved = answers.get(host) === true ? 'https' : null;
      return usedWord({ kind: hostUse, name: 'photos', word: host, resolved });
    });
    const leftOut = new Set<string>();
    const listings = row.staged.listings.map((listing) => {
      const former = formerPayloads.get(listing.externalId) ?? null;
      return answered(listing, former, (host) => answers.get(host) === true, photoTokens, leftOut);
    });
    const issues = leftOut.size === 0 ? [] : [leftOutIssue([...leftOut])];
    const { staged } = row;
    return {
      ...row,
      staged: { ...staged, listings, issues: [...staged.issues, ...issues], uses: [...staged.uses, ...uses] },
    };
  });
}

function upgradedOf({ wanted }: StagedListing): readonly string[] {
  return wanted?.upgradedPhotos ?? [];
}

function answered(
  listing: StagedListing,
  former: Readonly<Record<string, unknown>> | null,
  answers: (host: string) => boolean,
  tokens: readonly string[],
  leftOut: Set<string>,
): StagedListing {
  const { wanted } = listing;
  if (wanted?.upgradedPhotos === undefined) return listing;
  const mapped = unpackPayload(wanted.packed);
  const settled = withAnsweredPhotos(mapped, wanted.upgradedPhotos, answers, former);
  if (settled.leftOut.length === 0) return listing;
  for (const url of settled.leftOut) leftOut.add(url);
  const { payload } = settled;
  const { photoMarks, ...rest } = wanted;
  const [cover] = photosOf(payload);
  const digest = listingDigest(payload, tokens);
  const marks = photoMarks !== undefined &&
    cover !== undefined && { photoMarks: { ...photoMarks, cover: cover.url } };
  return { ...listing, wanted: { ...rest, digest, packed: packPayload(payload), ...marks } };
}
