import type { Payload } from './payload-values.js';

/** Matches phrases by which agencies say that a price is for one unit of land. */
const perUnit =
  /(?<!\p{L})(?:za|po|per|за|по) ?(?:1 ?)?(?:ar(?:u|a|e)?|sotk\p{L}*|сотк\p{L}*|соток|m2|m²|м2|м²|kvadrat\p{L}*|sqm)(?!\p{L})/iu;

/** Matches phrases by which agencies say that a rent is for one day or night. */
const perDay =
  /(?<!\p{L})(?:(?:stan\p{L}*|apartman\p{L}*|стан\p{L}*|апартман\p{L}*) na dan|(?:po|per|pro|за|по|za) (?:dan\p{L}*|night|day|tag|nacht|noć\p{L}*|ноћ\p{L}*|noc\p{L}*|сутки)|(?:dnevn|дневн)\p{L}* (?:najam|izdavanje|zakup|издавање)|посуточно|nightly)(?!\p{L})/iu;

export function saysPerUnit(payload: Payload): boolean {
  return says(payload, perUnit);
}

export function saysPerDay(payload: Payload): boolean {
  return says(payload, perDay);
}

function says(payload: Payload, phrase: RegExp): boolean {
  return ['title', 'description'].some((part) => {
    const texts = payload[part];
    return (
      typeof texts === 'object' &&
      texts !== null &&
      Object.values(texts).some((text) => typeof text === 'string' && phrase.test(text))
    );
  });
}
