/** The text with the partner’s contact behind the first mention of the operator of the import, as mails have it. @param contact empty: none */
export function withContact(text: string, contact: string): string {
  return contact === '' ? text : text.replace(operator, (mention) => `${mention} (${contact})`);
}

const operator = /operater(?:a|u|om)? uvoza|оператер(?:а|у|ом)? увоза|operator of the import/i;
