import { photoAddresses } from '../../../../core/content/photo-addresses.js';
import { fold } from '../../../../model/fold.js';
import type { MappingDraft } from '../draft/draft.js';
import type { Candidate } from '../match/candidate.js';
import type { Matches } from '../match/match-fields.js';
import type { FieldProfile } from '../../profile/profile.js';
import { separatorOf } from '../build-words.js';
import { imageParts } from './image-parts.js';
import { roomTable } from '../../words/room-words.js';
import { isPicture } from '../../profile/shapes.js';

/** Adds pictures, videos, the listing's URL and the agent's e-mail address. */
export function buildMedia(
  draft: MappingDraft,
  { best, all }: Matches,
  fields: readonly FieldProfile[],
): void {
  const photos = photosOf(all.get('photos') ?? []);
  if (photos.length === 0) draft.miss('photos', 'No picture URLs were found.');
  else buildPhotos(draft, photos, all, fields);
  for (const [concept, field] of [
    ['video', 'video_url'],
    ['virtual_tour', 'virtual_tour_url'],
    ['url', 'source.url'],
  ] as const) {
    const link = best.get(concept);
    if (link !== undefined && link.score >= 0.5)
      draft.put(field, { from: link.field.path, upgrade_http: true }, link);
  }
  const email = best.get('agent_email');
  if (email !== undefined && email.score >= 0.6) draft.put('agent.email', email.field.path, email);
}

/** The field with most pictures, and with it a column that holds the main picture. */
function photosOf(candidates: readonly Candidate[]): Candidate[] {
  const usable = candidates.filter(({ score }) => score >= 0.5);
  const most = Math.max(0, ...usable.map(({ field }) => count(field)));
  const [list] = usable
    .filter(({ field }) => count(field) === most)
    .sort((a, b) => sizeRank(a.field) - sizeRank(b.field));
  if (list === undefined) return [];
  const own = new Set([...list.field.values.values()].flat());
  const main = usable.find(
    ({ field, score, byName }) =>
      field !== list.field &&
      byName &&
      score >= 0.8 &&
      /^[^/#<]+$/.test(field.path) &&
      ![...field.distinct.keys()].some((text) => own.has(text)),
  );
  if (main === undefined) return [list];
  // With fewer pictures than the list, the column is the cover and comes first.
  return count(main.field) < most ? [main, list] : [list, main];
}

/** Software often gives each picture in several sizes: the largest is the one to send. */
function sizeRank({ path }: FieldProfile): number {
  const name = fold(path.slice(path.lastIndexOf('/') + 1));
  if (/thumb|small|mini|preview|icon|^mal[aei]|klein|petit|peq|piccol|kucuk/.test(name)) return 2;
  return /medium|mid|sredn|mittel/.test(name) ? 1 : 0;
}

function count({ values }: FieldProfile): number {
  let sum = 0;
  for (const texts of values.values()) sum += texts.filter(isPicture).length;
  return sum;
}

/** A value whose first address is a whole one. */
function isAddress(text: string): boolean {
  return /^(?:https?:)?\/\//i.test(photoAddresses(text)[0] ?? '');
}

function buildPhotos(
  draft: MappingDraft,
  photos: readonly Candidate[],
  all: Matches['all'],
  fields: readonly FieldProfile[],
): void {
  const list = photos.at(-1);
  if (list === undefined) return;
  const texts = [...list.field.distinct.keys()];
  const isRelative = texts.filter((text) => !isAddress(text)).length > texts.length * 0.5;
  // Addresses are told apart without a separator, which may also stand within an address.
  const split = isRelative ? separatorOf(list.field) : null;
  const captions = (all.get('caption') ?? []).map(({ field }) => field);
  const { from, url, caption, order, first } =
    photos.length === 1
      ? imageParts(list.field, captions, fields)
      : { from: photos.map(({ field }) => field.path) };
  const rooms = caption === undefined ? {} : roomTable([...caption.field.distinct.keys()]);
  const tellsRooms = Object.keys(rooms).length > 0;
  if (tellsRooms) draft.tables.room = { vocabulary: 'room_type', containing: rooms };
  const draftRule = {
    from,
    ...(url !== undefined && { url }),
    ...(caption !== undefined && { caption: caption.path }),
    ...(order !== undefined && { order }),
    ...(first !== undefined && { first }),
    ...(tellsRooms && { room_type: { from: caption?.path, table: 'room', unmapped: 'ignore' } }),
    ...(split !== null && { split }),
    upgrade_http: true,
  };
  const doubt = isRelative ? 'The pictures are file names, not URLs: set base_url to their folder.' : null;
  draft.put('photos', draftRule, list, doubt);
}
