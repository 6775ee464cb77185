import type { Schemas } from '../../api/client.js';

/** Whether anybody of it was invited, and has come in. */
export function peopleState({ people }: Schemas['Agency']): 'none' | 'invited' | 'in' {
  if (people.length === 0) return 'none';
  return people.some((person) => person.has_password) ? 'in' : 'invited';
}
