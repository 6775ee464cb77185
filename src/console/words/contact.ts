/** The partner’s contact, which the server writes into the page: name, telephone number, mail address. Empty where none is configured. */
const contact = contactIn(document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? '');

/** In development the page still has the placeholder. */
function contactIn(content: string): string {
  return content === '{contact}' ? '' : content;
}

/** The text with the partner’s contact behind the first mention of the operator of the import. */
export function withContact(text: string): string {
  return contact === '' ? text : text.replace(operator, (mention) => `${mention} (${contact})`);
}

const operator = /operater(?:a|u|om)? uvoza|оператер(?:а|у|ом)? увоза|operator of the import/i;
