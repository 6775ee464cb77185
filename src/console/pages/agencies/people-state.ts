import type { Schemas } from '../../api/client.js';

/**
 * Whether the agency has accounts, and whether one of them has set a password: no account, only invited ones, or one
 * that can sign in.
 */
export function peopleState({ people }: Schemas['Agency']): 'none' | 'invited' | 'in' {
  if (people.length === 0) return 'none';
  return people.some((person) => person.has_password) ? 'in' : 'invited';
}
