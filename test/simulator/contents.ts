import type { Ad, Agency } from './agency.js';
import type { Dice } from './dice.js';

/** What people wrote of an ad, beside what it is. */
export interface Written {
  /** Which of the words for its status. */
  word: number;
  currency: 'EUR' | 'RSD';
  /** What was typed instead of the figure is mended to this; null: it is right. */
  mended: number | null;
  photos: number;
  /** Which sign stands between its photos. */
  separator: number;
}

export const plainly: Written = { word: 0, currency: 'EUR', mended: null, photos: 2, separator: 0 };

/** Words for each state, as agencies write them. Of `unknown` ones no one can know what they mean. */
export const stateWords = {
  offered: ['aktivan', 'Na prodaju', 'Novo', 'AKCIJA', 'Ekskluziva', 'TOP'],
  sold: ['prodato', 'PRODATO!', 'Prodat 15.11.2026.', 'prodato', 'izdato', 'Povučeno'],
  reserved: ['rezervisano', 'Kaparisano', 'REZERVISAN do 1.12.', 'Depozit'],
  unknown: ['kod notara', 'Aneks ugovora', 'status 7'],
} as const;

const separators = [', ', ';', ' | ', '\n', ' ', ','];
/** What stands where a price is required and none may be shown. */
const placeholders = [1, 11, 111, 123, 1234];

/** RSD of one EUR, as the portal converts. */
export const rsdPerEur = 117;

/** The word for the state of an ad. */
export function wordOf({ status, written }: Ad): string {
  const words: readonly string[] =
    status in stateWords
      ? stateWords[status as keyof typeof stateWords]
      : [status === 'draft' ? 'draft' : 'aktivan'];
  return words[(written?.word ?? 0) % words.length] ?? '';
}

/** The addresses of an ad's photos. */
export function photosOf({ id, written }: Ad): string[] {
  return Array.from(
    { length: written?.photos ?? 0 },
    (_, index) => `https://photos.example/${encodeURIComponent(id)}-${index}.jpg?w=800&h=600`,
  );
}

/** One record. Addresses are escaped once for XML, and once more by software that does not know that it was done. */
export function writtenRecord(ad: Ad, price: string): string {
  const { currency, separator } = ad.written ?? plainly;
  const between = separators[separator % separators.length] ?? ', ';
  const ampersand = separator % 2 === 0 ? '&amp;' : '&amp;amp;';
  const photos = photosOf(ad).join(between).replaceAll('&', ampersand);
  return `<ad><id>${ad.id}</id><status>${wordOf(ad)}</status><kind>${ad.kind}</kind><type>${ad.type}</type><title>Stan ${ad.id} u centru</title><text>Lep i svetao stan broj ${ad.id}, blizu centra.</text><price>${price}</price><currency>${currency}</currency><town>Novi Sad</town><street>${ad.street}</street><area>54</area><photo>${photos}</photo></ad>`;
}

/** Something that people do to what an ad says, or to all of them. @returns what it was, for the story */
export function writeSomething(agency: Agency, dice: Dice): string {
  const ads = [...agency.ads.values()].filter(({ status }) => status in stateWords || status === 'request');
  if (ads.length === 0) return 'nothing to write';
  const ad = pickAd(ads, dice);
  const written = { ...(ad.written ?? plainly) };
  ad.written = written;
  const what = dice.weighted({
    word: 10,
    reserved: 6,
    unknown: 6,
    offered: 8,
    // It may be gone before anyone has looked at its price.
    sold: isWrong(ad) ? 20 : 5,
    'times ten': 4,
    'a tenth': 3,
    'a thousandth': 3,
    placeholder: 3,
    currency: 10,
    request: 3,
    mended: 14,
    photos: 8,
    'all in dinars': 1,
  });
  switch (what) {
    case 'word':
      written.word = dice.between(0, 11);
      break;
    case 'reserved':
    case 'unknown':
    case 'offered':
    case 'sold':
      ad.status = what;
      written.word = dice.between(0, 11);
      break;
    case 'times ten':
      mistype(ad, written, ad.price * 10);
      break;
    case 'a tenth':
      mistype(ad, written, Math.floor(ad.price / 10));
      break;
    case 'a thousandth':
      mistype(ad, written, Math.floor(ad.price / 1000));
      break;
    case 'placeholder':
      mistype(ad, written, dice.pick(placeholders));
      break;
    case 'currency':
      written.currency = written.currency === 'EUR' ? 'RSD' : 'EUR';
      break;
    case 'request':
      ad.status = 'request';
      break;
    case 'mended':
      for (const one of ads) mend(one);
      break;
    case 'photos':
      written.photos = dice.between(1, 4);
      written.separator = dice.between(0, 11);
      break;
    case 'all in dinars':
      for (const one of ads) inDinars(one);
  }
  return what;
}

/** Often one whose price is wrong: people go on with what they have begun, correct a photo of it or sell it, while it is asked about. */
function pickAd(ads: readonly Ad[], dice: Dice): Ad {
  const wrong = ads.filter(isWrong);
  return dice.pick(wrong.length > 0 && dice.chance(0.4) ? wrong : ads);
}

function isWrong({ written = plainly }: Ad): boolean {
  return written.mended !== null || written.currency !== 'EUR';
}

function mistype(ad: Ad, written: Written, price: number): void {
  // The portal takes no price beyond its own bounds.
  if (price < 1 || price > 9_000_000) return;
  written.mended ??= ad.price;
  ad.price = price;
}

function mend(ad: Ad): void {
  if (ad.status === 'request') ad.status = 'offered';
  const { written } = ad;
  if (written?.mended == null) return;
  ad.price = written.mended;
  ad.written = { ...written, mended: null };
}

/** Right after conversion: nothing of it is a question. */
function inDinars(ad: Ad): void {
  mend(ad);
  const written = ad.written ?? plainly;
  if (written.currency === 'RSD' || ad.price > 70_000) return;
  ad.price *= rsdPerEur;
  ad.written = { ...written, currency: 'RSD' };
}
