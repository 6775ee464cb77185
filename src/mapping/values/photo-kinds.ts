import { fold } from '../../model/fold.js';

/** Texts longer than this describe a photo; they do not name its kind. */
export const kindLengthMax = 60;

/** Words that mean a floor plan wherever they stand, folded. */
const surePlan =
  /(?:^| )(?:floor ?plans?|tlocrti?|tlorisi?|grundriss\w*|osnova|planirovka|plan (?:stana|kuce|etaze|sprata|objekta)|planimetri[ae]|plattegronden?|rzuty?|blueprints?)(?: |$)/;
/** Words that mean a floor plan only alone: in a longer text they may mean a floor, a site or an intention. */
const alonePlan = /^(?:plans?|planos?|planta|pianta|osnove)$/;
/** Matches every text in which the two patterns above may find a word. Most texts have none, and end here. */
const maybePlan = /[^\0-\x7f]|plan|plat|pian|tlo|grund|osnov|rzut|bluep/i;

/** Whether a short text names a floor plan: a caption, the kind of an image, a step of a path. `floorPlan`, `TLOCRT`, `Osnova stana`. */
export function namesPlan(text: string): boolean {
  if (text.length > kindLengthMax || text.includes('//') || !maybePlan.test(text)) return false;
  const words = wordsOf(text);
  return surePlan.test(words) || alonePlan.test(words);
}

/** Whether the name of the file is that of a floor plan: `…/tlocrt-1.jpg`. */
export function isPlanFile(address: string): boolean {
  const end = address.search(/[?#]/);
  const path = end === -1 ? address : address.slice(0, end);
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.length <= kindLengthMax && maybePlan.test(file) && surePlan.test(wordsOf(file));
}

/** The folded words of a name; camel case, signs and digits separate words. */
function wordsOf(text: string): string {
  const spaced = text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[^\p{L}\p{M}]+/gu, ' ');
  return fold(spaced).trim();
}

const otherFile = /\.(?:pdf|docx?|mp4|m4v|mov|avi|webm|mkv|wmv|flv|mpe?g|3gp)(?:$|[?#])/i;
const picture = /\.(?:jpe?g|png|webp|gif|avif|heic|bmp)(?:$|[?#])/i;
const videoHost =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)\//i;

/** Whether an address leads to a PDF, another document or a video. */
export function isNoPhoto(address: string): boolean {
  return otherFile.test(address) || (videoHost.test(address) && !picture.test(address));
}

/** Whether a text is the kind or media type of a document or a video: `application/pdf`, `video/mp4`, `PDF`. */
export function namesNoPhoto(text: string): boolean {
  return /^\s*(?:application\/pdf|video\/[\w.+-]{1,40}|pdf|video|mp4)\s*$/i.test(text);
}
