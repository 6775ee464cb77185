import { hasContacts } from '../../core/content/find-contacts.js';
import { repairDoubleUtf8 } from '../values/double-utf8.js';
import type { Doubt, Payload } from './doubt.js';
import { textsAt } from './payload.js';

/** Matches the beginning of a character whose UTF-8 bytes were read as windows-1252: a Latin or Cyrillic letter, or a sign. */
const misreadLetter = /[ÂÃÄÅÐÑâ][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u2122]/u;
const entity = /&(?:#\d{2,6}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|[a-z]{3,6});/i;
const valueLength = 40;

/** Reports titles and descriptions that were encoded or escaped once too often, or that contain contacts. */
export function textDoubts(payload: Payload, report: (doubt: Doubt) => void): void {
  for (const part of ['title', 'description']) {
    for (const [language, text] of textsAt(payload, part)) {
      const pointer = `/${part}/${language}`;
      encodingDoubt(text, pointer, report);
      if (hasContacts(text)) {
        const message = 'The text holds a telephone number, an e-mail address or a link.';
        report({ code: 'contacts_in_text', pointer, message });
      }
    }
  }
}

function encodingDoubt(text: string, pointer: string, report: (doubt: Doubt) => void): void {
  const misread = misreadLetter.exec(text);
  if (misread !== null && repairDoubleUtf8(text) !== text) {
    const message = 'The text was encoded as UTF-8 twice.';
    report({ code: 'text_double_encoded', pointer, message, value: around(text, misread.index) });
  }
  const escaped = text.includes('&') ? entity.exec(text) : null;
  if (escaped !== null) {
    const message = 'Signs of the text are escaped twice: visitors would read the escapes.';
    report({ code: 'text_double_escaped', pointer, message, value: around(text, escaped.index) });
  }
}

function around(text: string, index: number): string {
  const from = Math.max(0, index - valueLength / 2);
  return text.slice(from, from + valueLength).toWellFormed();
}
