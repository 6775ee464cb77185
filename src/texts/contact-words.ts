/** Whom agencies ask: the partner that operates the import. */
export interface PartnerContact {
  name?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
}

/** The contact in one line; empty where none is configured. */
export function contactText({ name, phone, email }: PartnerContact): string {
  return [name, phone, email].filter((part) => part !== undefined).join(', ');
}

/** A text in the reader's letters, with the contact behind the first mention of the operator of the import. */
export function withContact(text: string, contact: string): string {
  return contact === '' ? text : text.replace(operator, (mention) => `${mention} (${contact})`);
}

const operator = /operater(?:a|u|om)? uvoza|оператер(?:а|у|ом)? увоза|operator of the import/i;
