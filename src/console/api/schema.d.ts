// Made by `npm run console:types` from the document of the API.
/* oxlint-disable */
export interface paths {
  '/api/v1/agencies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Agencies that are set up here; an agency finds itself */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Maximum number of entries. */
          limit?: number;
          /** @description Part of a name, title or e-mail. */
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By name. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              agencies: components['schemas']['Agency'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Bring an agency: its feed is read at once, and nothing is sent to the portal */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description No response contains it. */
            auth?: {
              password: string;
              user: string;
            } | null;
            email: string;
            /** @description Further keys of a feed, as in the configuration: encoding, delimiter, id_prefix, …. */
            feed?: {
              [key: string]: unknown;
            };
            /**
             * @default sr-Latn
             * @enum {string}
             */
            language?: 'sr-Latn' | 'sr-Cyrl' | 'en';
            /** @default null */
            mapping?: string | null;
            name: string;
            title: string;
            /** @description Left out: the address comes later. Until then a file can be uploaded to try it. */
            url?: string;
          };
        };
      };
      responses: {
        /** @description Brought. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Agency'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One agency */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description How far it has come. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Agency'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    /** Take an agency away: its feed runs no more, and a person is asked about its listings */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'] & {
              said: components['schemas']['Sentence'];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    /** Change an agency; a changed feed is read again */
    patch: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description No response contains it. */
            auth?: {
              password: string;
              user: string;
            } | null;
            email?: string;
            /** @description Further keys of a feed, as in the configuration: encoding, delimiter, id_prefix, …. */
            feed?: {
              [key: string]: unknown;
            };
            /** @enum {string} */
            language?: 'sr-Latn' | 'sr-Cyrl' | 'en';
            mapping?: string | null;
            title?: string;
            /** @description Left out: the address comes later. Until then a file can be uploaded to try it. */
            url?: string;
          };
        };
      };
      responses: {
        /** @description Changed. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Agency'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    trace?: never;
  };
  '/api/v1/agencies/{name}/invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A sign-in link for the agency; its former links become void */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description An address other than the agency’s own. */
            email?: string;
            /**
             * @description Mail the link to that address.
             * @default false
             */
            mail?: boolean;
          };
        };
      };
      responses: {
        /** @description Invited. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['AgencyInvited'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/read': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read its feed again before anything is sent; requests are served one after the other */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Asked for. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Agency'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was read of its feed, what is to be done next, and how the first check goes */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description How it stands. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Setup'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answer what only the agency knows, and give words a meaning */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            choices?: {
              [key: string]: string;
            };
            mandate?: {
              /**
               * @description Language in which the sentence was shown.
               * @enum {string}
               */
              language: 'sr-Latn' | 'sr-Cyrl' | 'en';
              name: string;
              role: string;
              value: boolean;
              /** @description Version of the sentence that was shown. */
              version: number;
            };
            /** @description What is another word for some listings than for others, by payload path, with the version of `some`. It comes before `choices`, which counts for all others; what is chosen for all alone replaces it. */
            of_some?: {
              'rent.type'?: {
                /** @description Number of listings that wait because rules contradict each other: `contradicted` of the preview, without those that are named. Refused where it is another one by now. */
                expect?: number;
                /**
                 * @description Language in which the sentence was shown.
                 * @enum {string}
                 */
                language: 'sr-Latn' | 'sr-Cyrl' | 'en';
                name: string;
                role: string;
                value: {
                  /** @description Ids of records, by the portal’s word. */
                  named: {
                    [key: string]: string[];
                  };
                  /** @description All rules in force from now on; left out: those that are in force stay. */
                  rules?: {
                    value: string;
                    /** @description What a listing must meet; at least one condition. */
                    when: {
                      /** @description The portal’s key of a kind of property. */
                      category?: string;
                      /** @description Id of a place in the portal’s directory. */
                      place?: string;
                      /** @description A listing with a price or rent in another currency does not meet it. */
                      price_up_to?: {
                        amount: number;
                        /** @enum {string} */
                        currency: 'EUR' | 'RSD';
                      };
                      /** @description A word of the Serbian title, in any case and script. */
                      title_word?: string;
                      /** @enum {string} */
                      transaction?: 'sale' | 'rent';
                    };
                  }[];
                };
                /** @description Version of the sentence that was shown. */
                version: number;
              };
              'structure.furnished'?: {
                /** @description Number of listings that wait because rules contradict each other: `contradicted` of the preview, without those that are named. Refused where it is another one by now. */
                expect?: number;
                /**
                 * @description Language in which the sentence was shown.
                 * @enum {string}
                 */
                language: 'sr-Latn' | 'sr-Cyrl' | 'en';
                name: string;
                role: string;
                value: {
                  /** @description Ids of records, by the portal’s word. */
                  named: {
                    [key: string]: string[];
                  };
                  /** @description All rules in force from now on; left out: those that are in force stay. */
                  rules?: {
                    value: string;
                    /** @description What a listing must meet; at least one condition. */
                    when: {
                      /** @description The portal’s key of a kind of property. */
                      category?: string;
                      /** @description Id of a place in the portal’s directory. */
                      place?: string;
                      /** @description A listing with a price or rent in another currency does not meet it. */
                      price_up_to?: {
                        amount: number;
                        /** @enum {string} */
                        currency: 'EUR' | 'RSD';
                      };
                      /** @description A word of the Serbian title, in any case and script. */
                      title_word?: string;
                      /** @enum {string} */
                      transaction?: 'sale' | 'rent';
                    };
                  }[];
                };
                /** @description Version of the sentence that was shown. */
                version: number;
              };
            };
            owner_nearby?: {
              /** @description Number of listings that wait because rules contradict each other: `contradicted` of the preview, without those that are named. Refused where it is another one by now. */
              expect?: number;
              /**
               * @description Language in which the sentence was shown.
               * @enum {string}
               */
              language: 'sr-Latn' | 'sr-Cyrl' | 'en';
              name: string;
              role: string;
              /** @description Of all listings, or with the ids of those of which it is so and not so: then with the version of `some`. Others keep their answers, or are answered by the rules. */
              value:
                | boolean
                | {
                    no: string[];
                    /** @description All rules in force from now on; left out: those that are in force stay. */
                    rules?: {
                      value: boolean;
                      /** @description What a listing must meet; at least one condition. */
                      when: {
                        /** @description The portal’s key of a kind of property. */
                        category?: string;
                        /** @description Id of a place in the portal’s directory. */
                        place?: string;
                        /** @description A listing with a price or rent in another currency does not meet it. */
                        price_up_to?: {
                          amount: number;
                          /** @enum {string} */
                          currency: 'EUR' | 'RSD';
                        };
                        /** @description A word of the Serbian title, in any case and script. */
                        title_word?: string;
                        /** @enum {string} */
                        transaction?: 'sale' | 'rent';
                      };
                    }[];
                    yes: string[];
                  };
              /** @description Version of the sentence that was shown. */
              version: number;
            };
            /** @description Meanings to undo, by `change`. */
            take_back?: number[];
            words?: {
              /** @description Null: left out on purpose. */
              key: string | null;
              table: string;
              word: string;
            }[];
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Setup'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Whether the agency that the portal names is the right one */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Id of the connection whose agency was shown. Refused where the agency has another one by now; left out: the present one. */
            connection?: string;
            /**
             * @default en
             * @enum {string}
             */
            language?: 'sr-Latn' | 'sr-Cyrl' | 'en';
            name?: string;
            /** @description False: the code belongs to another agency. The connection ends, and a new code is needed. */
            ok: boolean;
            role?: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Setup'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup/connect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Enter the connect code that the portal shows */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            code: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Setup'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup/mapping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Give an agency that is not sent yet a mapping of its own: usually the one that was proposed */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description The whole mapping; null: it is no longer used, and the file’s format is detected again. */
            text: string | null;
          };
        };
      };
      responses: {
        /** @description It is used, and the file is read with it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Setup'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What would be kept of rules, which listings they cover today, and which would wait: nothing is stored */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * @description The fact that the rules are about.
             * @default rent.owner_lives_nearby
             * @enum {string}
             */
            path?: 'rent.owner_lives_nearby' | 'rent.type' | 'structure.furnished';
            rules:
              | {
                  value: boolean;
                  /** @description What a listing must meet; at least one condition. */
                  when: {
                    /** @description The portal’s key of a kind of property. */
                    category?: string;
                    /** @description Id of a place in the portal’s directory. */
                    place?: string;
                    /** @description A listing with a price or rent in another currency does not meet it. */
                    price_up_to?: {
                      amount: number;
                      /** @enum {string} */
                      currency: 'EUR' | 'RSD';
                    };
                    /** @description A word of the Serbian title, in any case and script. */
                    title_word?: string;
                    /** @enum {string} */
                    transaction?: 'sale' | 'rent';
                  };
                }[]
              | {
                  value: string;
                  /** @description What a listing must meet; at least one condition. */
                  when: {
                    /** @description The portal’s key of a kind of property. */
                    category?: string;
                    /** @description Id of a place in the portal’s directory. */
                    place?: string;
                    /** @description A listing with a price or rent in another currency does not meet it. */
                    price_up_to?: {
                      amount: number;
                      /** @enum {string} */
                      currency: 'EUR' | 'RSD';
                    };
                    /** @description A word of the Serbian title, in any case and script. */
                    title_word?: string;
                    /** @enum {string} */
                    transaction?: 'sale' | 'rent';
                  };
                }[];
          };
        };
      };
      responses: {
        /** @description Word for word. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['OwnerRules'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/setup/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send for the portal’s first check: from now on the feed is read and pushed */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': Record<string, never>;
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Setup'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/statements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was stated for an agency: word for word, by whom and when; nothing of it is ever changed */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Oldest first. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              statements: components['schemas']['Statement'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/{name}/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The file that was uploaded to try it, and what was read of it */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The file. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              upload: components['schemas']['Upload'];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Upload a file of at most 20 MB to try it: it is read like the agency’s address, and nothing is published */
    put: {
      parameters: {
        query?: {
          /** @description Name of the file, for display. */
          file?: string;
        };
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/octet-stream': string;
        };
      };
      responses: {
        /** @description Received; it is read next. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              upload: components['schemas']['Upload'];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    /** Delete the uploaded file and what was read of it */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description It is gone. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              upload: components['schemas']['Upload'];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/agencies/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Bring agencies from a CSV file: name, title, email, url, and mapping and language if wanted */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            csv: string;
            /** @default true */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        /** @description Each line, and what came of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['AgencyImport'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/attention/close': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Close an item that its agency has not answered for 14 days; it comes back only if its cause opens again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description `closes` of GET /situation. */
            cause: string;
            /** @description Why, for the record. */
            reason: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who decided what, newest first */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Maximum number of entries. */
          limit?: number;
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A page of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              audit: components['schemas']['AuditLine'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/charts/delay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Minutes from the file that has a change to the portal’s word that it is live, day by day */
    get: {
      parameters: {
        query: {
          days?: number;
          feed: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A point for each day on which something became live. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['DelayChart'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/charts/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Listings sent and taken off, hour by hour, of a connection or of all of them */
    get: {
      parameters: {
        query?: {
          connection?: string;
          hours?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A point for each hour. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ItemsChart'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/charts/size': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How large a feed was day by day, with what was taken off and held */
    get: {
      parameters: {
        query: {
          days?: number;
          feed: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A point for each day. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['SizeChart'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/colleagues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Invite a colleague, who sees what this agency’s account sees */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            email: string;
            /**
             * @description Mail the link to the colleague.
             * @default false
             */
            mail?: boolean;
          };
        };
      };
      responses: {
        /** @description Invited. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              account: components['schemas']['Account'];
              /** Format: date-time */
              expires_at: string;
              /** @description Can be used once, and is shown only here: pass it on to the invited person. */
              link: string;
              /** @description Null: mailing was not asked for. The link is valid all the same. */
              mailed: {
                /** @description Whether the mail server took the mail. */
                ok: boolean;
                /** @description Why it did not, in English; null for accounts of agencies. */
                problem: string | null;
              } | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Connections: their budget, what waits, and whose turn it is */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By id. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              connections: components['schemas']['ConnectionDetail'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/connections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One connection */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description How it stands. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ConnectionDetail'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/connections/{id}/reconcile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Compare a connection with the portal now; a dry run changes nothing */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @default false */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        /** @description Asked for; `GET /connections/{id}/reconciles/{number}` says what came of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Comparison'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/connections/{id}/reconciles/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What came of a comparison that was asked for */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
          number: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Waiting, or what came of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Comparison'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Server-sent events: `hello` at the start (read everything again), then `changed` with what, connection and feed, and `alive` every 15 seconds */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The stream. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'text/event-stream': string;
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The feeds, those that are gone included */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By name. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              feeds: components['schemas']['Feed'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One feed */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description How it stands. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['FeedDetail'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What people changed of a feed, newest first, with what was taken back */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Maximum number of entries. */
          limit?: number;
        };
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A page of them. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              changes: components['schemas']['FeedChange'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/changes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One change of a feed, with the text where it is a mapping */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The change. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['FeedChange'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/changes/{id}/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take a change back: what lay under it counts again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Taken back. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Confirm all values of a feed that one rule holds */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Number of values that were shown. If the number differs by now, nothing is done. */
            expect: number;
            /** @enum {string} */
            rule:
              | 'unknown_state'
              | 'band'
              | 'placeholder'
              | 'jump'
              | 'currency_only'
              | 'offer_mismatch'
              | 'daily_rent'
              | 'from_price'
              | 'lost_price'
              | 'area'
              | 'unlikely';
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/doubts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Values of a feed that are not live because they are in doubt, those that were rejected included */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Maximum number of entries. */
          limit?: number;
        };
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A page of them, by age. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              doubts: components['schemas']['DoubtCard'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
              questions: components['schemas']['Question'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/expected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What was announced to leave a feed, if anything */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The announcement that counts now. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Expected'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Announce that listings will leave a feed, so that their removal needs no decision */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Maximum number of listings. */
            removals: number;
            /**
             * Format: date-time
             * @description When the announcement ends.
             */
            until: string;
          };
        };
      };
      responses: {
        /** @description Announced. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    /** They are not expected any more */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Taken back. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/mapping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How a feed is read: the mapping in force, the agency’s tables and answers over it, and who changed what */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description As it is in force. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Mapping'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Change how a feed is read: the whole text, or words, constants and policies over it */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            answers?: {
              [key: string]: unknown;
            };
            constants?: {
              [key: string]: unknown;
            };
            tables?: {
              [key: string]: {
                [key: string]: unknown;
              };
            };
            /** @description Replaces the text of the mapping; null: the file is in force again. */
            text?: string | null;
            unmapped?: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        /** @description Saved. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/mapping/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check a text of a mapping: every mistake with its line and column, and what in it does nothing */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            text: string;
          };
        };
      };
      responses: {
        /** @description What was found. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['MappingCheck'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/mapping/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What other words and answers would make of the last file, and what that costs; nothing is changed */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            answers?: {
              [key: string]: unknown;
            };
            constants?: {
              [key: string]: unknown;
            };
            /**
             * @description Number of listings shown.
             * @default 20
             */
            limit?: number;
            tables?: {
              [key: string]: unknown;
            };
            /** @description A mapping text in place of the one in force. */
            text?: string;
            unmapped?: {
              [key: string]: unknown;
            };
            where?: string | null;
          };
        };
      };
      responses: {
        /** @description What came of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Trial'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/mapping/proposal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A mapping that is proposed for the feed’s last file, as `feedsync init` proposes it; nothing is changed */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The proposal. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['MappingProposal'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/mapping/upgrade': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the present version of a feed’s mapping would change, each listing; nothing is changed */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Without `moves` the feed has the newest version. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['MappingUpgrade'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Move a feed to the present version of its mapping; what leaves public view by it passes the guard */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description As `GET` returned it. If the mapping has yet another version by now, nothing is done. */
            shown: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read it no more until it is resumed; its listings stay as they are */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/poll': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read a feed now, after an export: at most once a minute, whatever the daemon reads by itself */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Asked for; `GET /feeds/{name}/polls/{id}` says what came of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Check'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/polls/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What came of a poll that was asked for */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Waiting, or what came of it. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Check'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read it again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/retire': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read it no more for good, and ask what shall become of its listings */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feeds/{name}/words': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The words of a feed by field: what they mean, who says so, what unknown ones may mean */
    get: {
      parameters: {
        query?: {
          unknown?: 'true' | 'false';
        };
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By field; unknown words first. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['FeedWords'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Give words of a feed a meaning; `POST /feeds/{name}/changes/{id}/undo` takes one back */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          name: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            words: {
              /** @description A key of the field’s list, or another target of the table; null: left out on purpose. */
              key: string | null;
              table: string;
              word: string;
            }[];
          };
        };
      };
      responses: {
        /** @description Saved. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/holds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What waits for a decision; decided ones too with `state=all` */
    get: {
      parameters: {
        query?: {
          connection?: string;
          feed?: string;
          kind?: 'removals' | 'plan' | 'orphan' | 'foreign' | 'confirmation' | 'content';
          state?: 'open' | 'all';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The holds. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              holds: components['schemas']['HoldDetail'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/holds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A hold with its listings, or values in doubt, as cards: price, place, photo */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Maximum number of entries. */
          limit?: number;
        };
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The hold and a page of its listings; of a hold of kind `content`, a page of the values in doubt. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              doubts: components['schemas']['DoubtCard'][];
              hold: components['schemas']['HoldDetail'];
              listings: components['schemas']['HoldCard'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
              questions: components['schemas']['Question'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/holds/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Remove exactly the listings that a hold shows, except those that came back; confirm the values in doubt */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Number of listings that the hold showed. If the number differs by now, nothing is done. */
            expect: number;
            /** @description For a removed feed: its listings pass to this feed of the same connection. */
            give_to?: string;
            /**
             * Format: date-time
             * @description For removals: the listings are hidden and keep their ids, instead of being removed. They come back as soon as the feed has them again; at this time the removal of the others is asked about again.
             */
            hide_until?: string;
            /** @description Only these listings, of a hold for listings that are unknown here. */
            only?: string[];
            /** @description For a file with renamed ids: a listing that matches a record gets the id of the record. */
            rekey?: boolean;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/holds/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Keep the listings of a hold on the portal, or what is live instead of the values in doubt */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Only these listings, of a hold for listings that are unknown here. */
            only?: string[];
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/home': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** An agency’s first page: one line, and what waits for it; operators name the connection */
    get: {
      parameters: {
        query?: {
          connection?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description One for each connection. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              homes: components['schemas']['Home'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/installation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a new installation needs, and what of it is done */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Step by step. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Installation'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Choose a password and sign in; the invitation is used up */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            password: string;
            secret: string;
          };
        };
      };
      responses: {
        /** @description Signed in; the session is in the cookie. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Session'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/look': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Whom an invitation is for; it stays good */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            secret: string;
          };
        };
      };
      responses: {
        /** @description Whose it is. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              connections: string[];
              name: string;
              /** @enum {string} */
              role: 'administrator' | 'operator' | 'agency';
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Listings, where they stand and why, as cards */
    get: {
      parameters: {
        query?: {
          /** @description Only listings that the attention item of this kind counts; of `plan_full` and `item_refused` with its `code`. */
          about?: 'foreign' | 'taken_down' | 'not_shown' | 'plan_full' | 'item_refused';
          /** @description Only listings that the portal refused with this code. */
          code?: string;
          /** @description Only of this connection. */
          connection?: string;
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Only of this feed. */
          feed?: string;
          /** @description Maximum number of entries. */
          limit?: number;
          /** @description In this state at the portal. */
          portal?:
            | 'none'
            | 'sent'
            | 'accepted'
            | 'needs_review'
            | 'live'
            | 'inactive'
            | 'rejected'
            | 'removed'
            | 'archived'
            | 'taken_down'
            | 'unknown'
            | 'released';
          /** @description In this state in the feed. */
          presence?: 'present' | 'invalid' | 'grace' | 'held' | 'pinned' | 'gone';
          /** @description Text in title, address, id or code, or the link of the listing. */
          q?: string;
          /** @description By this; with `-`, the other way round. Listings without the value come last. Without it: by connection, then by id. */
          sort?:
            | 'agency'
            | '-agency'
            | 'state'
            | '-state'
            | 'since'
            | '-since'
            | 'price'
            | '-price'
            | 'code'
            | '-code';
          /** @description Only ads that were untouched for 365 days, rentals for 90. */
          stale?: 'true';
          /** @description In this standing. */
          standing?: 'on_portal' | 'in_review' | 'on_the_way' | 'refused' | 'invalid' | 'waiting' | 'off';
          /** @description Only listings of ours that the portal has, those that wait for a decision about their removal included. */
          there?: 'true';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By connection, then by id. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              listings: components['schemas']['ToldListing'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The same listings as CSV, all pages of them */
    get: {
      parameters: {
        query?: {
          /** @description Only listings that the attention item of this kind counts; of `plan_full` and `item_refused` with its `code`. */
          about?: 'foreign' | 'taken_down' | 'not_shown' | 'plan_full' | 'item_refused';
          /** @description Only listings that the portal refused with this code. */
          code?: string;
          /** @description Only of this connection. */
          connection?: string;
          /** @description Only of this feed. */
          feed?: string;
          /** @description Of the reasons. */
          language?: 'sr' | 'en';
          /** @description In this state at the portal. */
          portal?:
            | 'none'
            | 'sent'
            | 'accepted'
            | 'needs_review'
            | 'live'
            | 'inactive'
            | 'rejected'
            | 'removed'
            | 'archived'
            | 'taken_down'
            | 'unknown'
            | 'released';
          /** @description In this state in the feed. */
          presence?: 'present' | 'invalid' | 'grace' | 'held' | 'pinned' | 'gone';
          /** @description Text in title, address, id or code, or the link of the listing. */
          q?: string;
          /** @description By this; with `-`, the other way round. Listings without the value come last. Without it: by connection, then by id. */
          sort?:
            | 'agency'
            | '-agency'
            | 'state'
            | '-state'
            | 'since'
            | '-since'
            | 'price'
            | '-price'
            | 'code'
            | '-code';
          /** @description Only ads that were untouched for 365 days, rentals for 90. */
          stale?: 'true';
          /** @description In this standing. */
          standing?: 'on_portal' | 'in_review' | 'on_the_way' | 'refused' | 'invalid' | 'waiting' | 'off';
          /** @description Only listings of ours that the portal has, those that wait for a decision about their removal included. */
          there?: 'true';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The rows. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'text/csv': string;
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One listing’s whole story: why it is, or is not, on the portal; without phone numbers and e-mail addresses */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The story. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ToldStory'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Confirm a value in doubt, so that it goes live */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * @description The value, where several of the listing are in doubt; null: its only one.
             * @default null
             * @enum {string|null}
             */
            field?: 'state' | 'price' | 'area' | null;
            /** @description The value that was shown. If the record has another one by now, nothing is done. */
            value: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The same with phone numbers and e-mail addresses; the audit says who looked */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The story. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ToldStory'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send again what the portal refused or warned about, once its cause is gone */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}/suppress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take a listing off and keep it off though its feed has it */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Why, for the record. */
            reason: string;
            /**
             * Format: date-time
             * @description When the suppression ends; null: not until it is lifted.
             * @default null
             */
            until?: string | null;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}/unconfirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Take the confirmation of a value back: the value before it is sent again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * @description The value, where several of the listing are in doubt; null: its only one.
             * @default null
             * @enum {string|null}
             */
            field?: 'state' | 'price' | 'area' | null;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/{connection}/{id}/unsuppress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Let the feed have its way with a listing again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          connection: string;
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/listings/counts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How many listings a filter finds, and the codes with which the portal refuses listings */
    get: {
      parameters: {
        query?: {
          /** @description Only listings that the attention item of this kind counts; of `plan_full` and `item_refused` with its `code`. */
          about?: 'foreign' | 'taken_down' | 'not_shown' | 'plan_full' | 'item_refused';
          /** @description Only listings that the portal refused with this code. */
          code?: string;
          /** @description Only of this connection. */
          connection?: string;
          /** @description Only of this feed. */
          feed?: string;
          /** @description In this state at the portal. */
          portal?:
            | 'none'
            | 'sent'
            | 'accepted'
            | 'needs_review'
            | 'live'
            | 'inactive'
            | 'rejected'
            | 'removed'
            | 'archived'
            | 'taken_down'
            | 'unknown'
            | 'released';
          /** @description In this state in the feed. */
          presence?: 'present' | 'invalid' | 'grace' | 'held' | 'pinned' | 'gone';
          /** @description Text in title, address, id or code, or the link of the listing. */
          q?: string;
          /** @description Only ads that were untouched for 365 days, rentals for 90. */
          stale?: 'true';
          /** @description In this standing. */
          standing?: 'on_portal' | 'in_review' | 'on_the_way' | 'refused' | 'invalid' | 'waiting' | 'off';
          /** @description Only listings of ours that the portal has, those that wait for a decision about their removal included. */
          there?: 'true';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The counts. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ListingCounts'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lines of the log, newest first */
    get: {
      parameters: {
        query?: {
          connection?: string;
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          feed?: string;
          /** @description This level and more severe ones. */
          level?: 'debug' | 'info' | 'warn' | 'error';
          /** @description Maximum number of entries. */
          limit?: number;
          listing?: string;
          /** @description Text that the line contains. */
          q?: string;
          run?: number;
          since?: string;
          /** @description Written before this. */
          until?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A page of them. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              lines: components['schemas']['LogLine'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/logs/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lines of the log as they come: server-sent events `line`, each a LogLine */
    get: {
      parameters: {
        query?: {
          connection?: string;
          feed?: string;
          /** @description This level and more severe ones. */
          level?: 'debug' | 'info' | 'warn' | 'error';
          listing?: string;
          /** @description Text that the line contains. */
          q?: string;
          run?: number;
          since?: string;
          /** @description Written before this. */
          until?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The stream. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'text/event-stream': string;
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/mapping-schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** JSON Schema of a mapping file, for editors */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The schema (2020-12). */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              [key: string]: unknown;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Everything in a few numbers, and what waits for a person */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Of all agencies, or of one’s own. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              attention: components['schemas']['Attention'][];
              connections: components['schemas']['Connection'][];
              feeds: number;
              holds: number;
              listings: {
                invalid: number;
                pending: number;
                published: number;
                refused: number;
              };
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/places': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Places of the portal whose name begins with a text, or has it: what a place word may mean */
    get: {
      parameters: {
        query: {
          q: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The first of them. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Places'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/portal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The portal: key, limits, clock, requests and what it refused */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description As far as is known. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Portal'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/quality': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What looks wrong in the feeds */
    get: {
      parameters: {
        query?: {
          /** @description Only of this feed. */
          feed?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By feed, most frequent first. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              findings: components['schemas']['Finding'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/quality/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What each rule of the content guard would hold of the listings as they are now */
    get: {
      parameters: {
        query?: {
          /** @description Only of this feed. */
          feed?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By feed. Rules that would hold nothing are left out. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              preview: components['schemas']['RulePreview'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/questions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What three or more feeds of one mapping or host ask alike */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The questions, those about most listings first. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              questions: components['schemas']['SharedQuestionCard'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/questions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A question that several feeds share, with every listing that its answer changes */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Maximum number of entries. */
          limit?: number;
          /** @description Of a word: the meaning whose effect is shown. */
          meaning?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The question and a page of its listings, by feed and id. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              lines: components['schemas']['QuestionLineCard'][];
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
              question: components['schemas']['SharedQuestionCard'];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/questions/{id}/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answer a question that several feeds share, for all of them at once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /**
             * @description Number of listings that were shown; required above `expect_above`.
             * @default null
             */
            expect?: number | null;
            /** @description Of a word: a key of its list; null: it is left out on purpose. Of values: nothing. */
            meaning?: string | null;
            /** @description The version that was shown. Nothing is done if a listing came, went or changed since. */
            shown: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How an agency’s listings stand, with the first of each part; operators name the connection */
    get: {
      parameters: {
        query?: {
          connection?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description One for each connection. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              reports: components['schemas']['AgencyReport'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send again everything of a connection that the portal refused or warned about with one code */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            code: string;
            connection: string;
          };
        };
      };
      responses: {
        /** @description Done. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Polls, pushes and comparisons, newest first, each with what it counted */
    get: {
      parameters: {
        query?: {
          /** @description `next_cursor` of the previous page. */
          cursor?: string;
          /** @description Only of this feed. */
          feed?: string;
          kind?: 'poll' | 'remap' | 'push' | 'outcomes' | 'reconcile' | 'reference';
          /** @description Maximum number of entries. */
          limit?: number;
          /** @description Begun at or after this. */
          since?: string;
          /** @description Begun before this. */
          until?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A page of them. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              /** @description The `cursor` of the next page; null: this is the last page. */
              next_cursor: string | null;
              runs: components['schemas']['DescribedRun'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a person means: an id, code, address, title or link, also of a record that never became a listing */
    get: {
      parameters: {
        query: {
          q: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description At most 50. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              matches: {
                connection: string;
                external_id: string;
                feed: string | null;
                portal: string | null;
                presence: string | null;
                public_url: string | null;
                title: string | null;
              }[];
              unsearched: components['schemas']['Unsearched'];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who asks */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The account, and the token where one was used. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Session'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Sign in */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            name: string;
            password: string;
          };
        };
      };
      responses: {
        /** @description Signed in; the session is in the cookie. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Session'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Sign out */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The session is over. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/mail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Which mail about its agency comes to this account */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description As it was chosen. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['OwnMail'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Choose which mail about its agency comes to this account, and in which language */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @description Removals that wait for a decision and feeds that stopped, by mail at once. */
            at_once: boolean;
            /** @description Everything else, once in the morning of working days. */
            digest: boolean;
            /**
             * @description Null: the language of the agency.
             * @enum {string|null}
             */
            language: 'sr-Latn' | 'sr-Cyrl' | 'en' | null;
          };
        };
      };
      responses: {
        /** @description Saved. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['OwnMail'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/session/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Choose another password; every other session ends */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            former: string;
            password: string;
            /**
             * @description Refuse all tokens of this account from now on.
             * @default false
             */
            revoke_tokens?: boolean;
          };
        };
      };
      responses: {
        /** @description Changed, with a new session in the cookie. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The configuration that is in force, without secrets; it is changed in its file */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Key by key. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Settings'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/situation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All agencies by cause: what is the matter, whom it concerns, who settles it */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description One line for each cause, and the numbers of everything. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Situation'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One’s own tokens; an administrator sees all */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Newest first, without the tokens themselves. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              tokens: components['schemas']['Token'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** A token for a script: it may what its owner may, or less */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @default 365 */
            days?: number | null;
            label: string;
            /**
             * @default read
             * @enum {string}
             */
            scope?: 'full' | 'read' | 'poll';
          };
        };
      };
      responses: {
        /** @description The token, which is never shown again. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              account: string;
              /** Format: date-time */
              created_at: string;
              created_by: string;
              /** Format: date-time */
              expires_at: string | null;
              id: number;
              label: string;
              /** @enum {string} */
              scope: 'full' | 'read' | 'poll';
              token: string;
              /** Format: date-time */
              used_at: string | null;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a token: it is refused at once */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Revoked. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/unmapped': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Unmapped values of the feeds, with suggestions */
    get: {
      parameters: {
        query?: {
          /** @description Only of this feed. */
          feed?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Most frequent first. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              words: components['schemas']['Word'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Everybody who may come in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description By name. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              users: components['schemas']['Account'][];
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Invite a person */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** @default [] */
            connections?: string[];
            name: string;
            /** @enum {string} */
            role: 'administrator' | 'operator' | 'agency';
          };
        };
      };
      responses: {
        /** @description Invited. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              account: components['schemas']['Account'];
              /** Format: date-time */
              expires_at: string;
              /** @description Can be used once, and is shown only here: pass it on to the invited person. */
              link: string;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke access: sessions, tokens and invitations end at once */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Removed. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Done'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{id}/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Which connections an agency’s account sees: these and no others */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            connections: string[];
          };
        };
      };
      responses: {
        /** @description Changed. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Account'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/users/{id}/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A fresh link for an account whose link or password is lost */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Invited; former links are void. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              account: components['schemas']['Account'];
              /** Format: date-time */
              expires_at: string;
              /** @description Can be used once, and is shown only here: pass it on to the invited person. */
              link: string;
            };
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/vocabulary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The lists from which people pick what a word means: the portal’s, and `state` */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description As it was read last. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Vocabulary'];
          };
        };
        /** @description Why not. */
        default: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Account: {
      /** @description For an agency; empty for roles that see all. */
      connections: string[];
      /** Format: date-time */
      created_at: string;
      created_by: string;
      /** @description False until an invitation was accepted. */
      has_password: boolean;
      id: number;
      name: string;
      /** @enum {string} */
      role: 'administrator' | 'operator' | 'agency';
      /** Format: date-time */
      signed_in_at: string | null;
    };
    Agency: {
      connection: string | null;
      /** Format: date-time */
      created_at: string;
      created_by: string;
      email: string;
      /** @enum {string} */
      language: 'sr-Latn' | 'sr-Cyrl' | 'en';
      /** @description Listings in the feed; null: not read yet. */
      listings: number | null;
      /** @description Null: reading the feed finds one out. */
      mapping: string | null;
      /** @description Also the name of its feed. */
      name: string;
      /** @description Its feed does not run or is stalled, or listings of it wait for a decision. */
      needs_attention: boolean;
      /** @description Its listings on the portal now; null until it was sent. */
      on_portal: number | null;
      people: {
        has_password: boolean;
        id: number;
        name: string;
        /** Format: date-time */
        signed_in_at: string | null;
      }[];
      /** @description Says that the feed does not run although the agency was sent; null: it runs. */
      problem: components['schemas']['Sentence'] | null;
      /** @description Why the feed does not run; null for accounts of agencies. */
      problem_detail: string | null;
      reading: components['schemas']['Reading'];
      ready: number | null;
      /** Format: date-time */
      sent_at: string | null;
      /**
       * @description How far the setup is.
       * @enum {string}
       */
      state: 'invited' | 'reading' | 'connecting' | 'confirming' | 'answering' | 'ready' | 'sent';
      title: string;
      /** @description Address of its feed, without credentials. */
      url: string;
    };
    AgencyImport: {
      /** @description Agencies created; with `dry_run`, agencies that would be created. */
      created: number;
      dry_run: boolean;
      lines: {
        /** @description Line number in the file; the heading is line 1. */
        line: number;
        name: string | null;
        /**
         * @description `known`: the agency exists already, with the same data.
         * @enum {string}
         */
        outcome: 'new' | 'known' | 'problem';
        problem: components['schemas']['Sentence'] | null;
      }[];
    };
    AgencyInvited: {
      /** @description Name to sign in with. */
      account: string;
      agency: components['schemas']['Agency'];
      /** Format: date-time */
      expires_at: string;
      /** @description Can be used once, and is shown only here: pass it on to the invited person. */
      link: string;
      /** @description Null: mailing was not asked for. The link is valid all the same. */
      mailed: {
        /** @description Whether the mail server took the mail. */
        ok: boolean;
        /** @description Why it did not, in English; null for accounts of agencies. */
        problem: string | null;
      } | null;
    };
    AgencyReport: {
      agency: string;
      connection: string;
      listings: number;
      /** @description Those of the parts `held` and `missing` included. */
      on_portal: number;
      /** @description Parts without a listing are left out. */
      parts: {
        /** @description The first 12 of them. */
        listings: components['schemas']['ToldListing'][];
        /** @enum {string} */
        part: 'invalid' | 'refused' | 'held' | 'missing' | 'in_review' | 'on_the_way' | 'on_portal';
        total: number;
      }[];
      tasks: components['schemas']['Task'][];
    };
    Attention: {
      agency: string;
      /** @description Null: it concerns all or several agencies. */
      connection: string | null;
      count: number;
      feed: string | null;
      hold: number | null;
      kind: string;
      /** @description Page of the console on which the reader acts. */
      link: string | null;
      new: boolean;
      next: components['schemas']['Sentence'] & unknown;
      note: string | null;
      /** @description Whether the operator must act now. */
      operator: boolean;
      /** @description The id of a question that several feeds share. */
      question: string | null;
      sentence: components['schemas']['Sentence'];
      /** Format: date-time */
      since: string | null;
    };
    AuditLine: {
      action: string;
      /** Format: date-time */
      at: string;
      author: string;
      /** @description As JSON. */
      data: string;
      id: number;
      /** @description Page of the console about the subject; null: there is none. */
      link: string | null;
      sentence: components['schemas']['Sentence'];
      subject: string;
      who: components['schemas']['Sentence'] & unknown;
    };
    Cause: {
      /**
       * @description Whose turn it is.
       * @enum {string}
       */
      actor: 'agency' | 'partner' | 'portal_staff' | 'nobody';
      /** @description Number of agencies concerned; 0: all. */
      agencies: number;
      /** @description Listings, records or words concerned. */
      count: number;
      /** @description The first agencies concerned; `agencies` has their number. */
      examples: {
        agency: string;
        /** @description The `cause` for POST /attention/close; null: the item cannot be closed. */
        closes: string | null;
        connection: string | null;
        count: number;
        feed: string | null;
        hold: number | null;
        link: string | null;
      }[];
      /** @description Such as `source_down`, `hold`, `connection_paused`. */
      kind: string;
      /** @description Page of the console that shows all of it; null: only the pages of `examples` do. */
      link: string | null;
      next: components['schemas']['Sentence'];
      sentence: components['schemas']['Sentence'];
      /** Format: date-time */
      since: string | null;
      /** @description What the agencies have in common, such as a host. */
      subject: string | null;
      /**
       * Format: date-time
       * @description Since when an agency has not answered, where no mail is about it any more.
       */
      unanswered_since: string | null;
    };
    Check: components['schemas']['Poll'] & {
      reading: components['schemas']['FeedReading'];
    };
    Comparison: {
      archived: {
        external_id: string;
        title: string | null;
      }[];
      /** Format: date-time */
      asked_at: string;
      connection: string;
      drift: {
        action: string;
        external_id: string;
        kind: string;
        title: string | null;
      }[];
      dry_run: boolean;
      /** Format: date-time */
      ended_at: string | null;
      foreign: {
        external_id: string;
      }[];
      held: number;
      hold: number | null;
      id: number;
      /** @description The result, as a sentence. */
      message: string;
      /** @enum {string} */
      state: 'waiting' | 'done' | 'failed';
      /** @description The reason in both languages; null if there is none, or if an older release wrote it with other words: then it exists in English alone. */
      why: components['schemas']['Sentence'] | null;
    };
    Confirmation: {
      /** Format: date-time */
      at: string;
      /** @description The value that is sent again if the confirmation is taken back; null: none can be. */
      before: string | null;
      by: string;
      /** @enum {string} */
      field: 'state' | 'price' | 'area';
      value: string;
    };
    Connection: {
      agency: string;
      id: string;
      items_limit: number | null;
      items_spent: number;
      /** Format: date-time */
      next_push_at: string | null;
      /** @description What the portal’s staff wrote, word for word. */
      note: string | null;
      outbox: {
        removals: number;
        upserts: number;
      };
      /** Format: date-time */
      room_at: string | null;
      status: string;
    };
    ConnectionDetail: components['schemas']['Connection'] & {
      /**
       * @description Whose turn it is.
       * @enum {string}
       */
      actor: 'agency' | 'partner' | 'portal_staff' | 'nobody';
      /** Format: date-time */
      adopting_since: string | null;
      feeds: string[];
      /** Format: date-time */
      last_push_at: string | null;
      /** Format: date-time */
      next_reconcile_at: string | null;
      /** Format: date-time */
      read_at: string | null;
      register_number: string | null;
      sentence: components['schemas']['Sentence'];
      /**
       * Format: date-time
       * @description Since when it is the turn of `actor`.
       */
      since: string | null;
    };
    DelayChart: {
      feed: string | null;
      points: {
        /**
         * Format: date
         * @description In the configured zone.
         */
        day: string;
        listings: number;
        median_minutes: number;
        p95_minutes: number;
      }[];
    };
    DescribedFeed: components['schemas']['Feed'] & {
      /** @description `doubts` as sentences. */
      findings: {
        count: number;
        field: components['schemas']['Sentence'];
        of: number;
        sentence: components['schemas']['Sentence'];
      }[];
      /** @description The reason in both languages; null if there is none, or if an older release wrote it with other words: then it exists in English alone. */
      why: components['schemas']['Sentence'] | null;
    };
    DescribedRun: components['schemas']['Run'] & {
      /** @description The counts of `balance` that are not zero, by name. */
      counts: {
        count: number;
        label: components['schemas']['Sentence'];
        name: string;
      }[];
      sentence: components['schemas']['Sentence'] & unknown;
      /** @description The reason in both languages; null if there is none, or if an older release wrote it with other words: then it exists in English alone. */
      why: components['schemas']['Sentence'] | null;
    };
    Done: {
      listings?: number;
      /** @description What was done, as a sentence. */
      message: string;
    };
    Doubt: {
      /** @description What the value probably is instead. */
      causes: (
        | 'reads_like_rsd'
        | 'reads_like_eur'
        | 'thousands_lost'
        | 'thousands_added'
        | 'digit_lost'
        | 'digit_added'
        | 'area_comma_lost'
        | 'area_in_ares'
        | 'per_sqm'
        | 'per_are'
        | 'per_hectare'
        | 'per_day'
        | 'reads_like_rent'
        | 'reads_like_sale'
        | 'other_property'
        | 'most_prices'
      )[];
      external_id: string;
      /** @enum {string} */
      field: 'state' | 'price' | 'area';
      /** @description What stays live; null: the listing is new and waits. */
      live: string | null;
      /** Format: date-time */
      opened_at: string;
      /** @description The last values that were live before, the newest first. */
      past: {
        /** Format: date-time */
        until: string;
        value: string;
      }[];
      /**
       * Format: date-time
       * @description Until when a rejection counts.
       */
      rejected_until: string | null;
      /** @enum {string} */
      rule:
        | 'unknown_state'
        | 'band'
        | 'placeholder'
        | 'jump'
        | 'currency_only'
        | 'offer_mismatch'
        | 'daily_rent'
        | 'from_price'
        | 'lost_price'
        | 'area'
        | 'unlikely';
      sentence: {
        en: string;
        sr: string;
      };
      title: string | null;
      /** @description What the record says: an amount with its currency, m², or a word. */
      value: string;
    };
    DoubtCard: components['schemas']['Doubt'] & {
      card: components['schemas']['ListingCard'] & unknown;
      connection: string;
      public_url: string | null;
    };
    Error: {
      error: {
        /** @description For programs. */
        code: string;
        details: {
          message: string;
          path: string;
        }[];
        /** @description For people: what happened, and what to do. */
        message: string;
      };
    };
    Expected: {
      expected: {
        /** Format: date-time */
        announced_at: string;
        author: string;
        removals: number;
        /** Format: date-time */
        until: string;
        used: number;
      } | null;
      feed: string;
    };
    Feed: {
      connection: string;
      doubts: {
        code: string;
        count: number;
        message: string;
        of: number;
        pointer: string;
      }[];
      failures: number;
      /** @description Values that wait for a confirmation; what is live stays. */
      in_doubt: number;
      invalid: number;
      /** @description Changes that wait for another reason, by reason. */
      kept_back: {
        count: number;
        kind: string;
      }[];
      kind: string;
      /** Format: date-time */
      last_complete_at: string | null;
      /** @description The file that was taken over last. */
      last_file: {
        /** Format: date-time */
        fetched_at: string;
        kind: string;
        records: number;
        sequence: number | null;
      } | null;
      /** Format: date-time */
      last_poll_at: string | null;
      life: string;
      mapping: string;
      /** @description A newer version of its mapping that recognises sold, reserved and withdrawn listings by all usual words; null: it has none. */
      mapping_gain: {
        mapping: string;
        version: number;
      } | null;
      name: string;
      /** @description New listings that wait until a value of theirs is confirmed or corrected. */
      new_in_doubt: number;
      /**
       * Format: date-time
       * @description Null while it is not polled.
       */
      next_poll_at: string | null;
      pending: number;
      published: number;
      refused: number;
      /**
       * Format: date-time
       * @description When the last of `to_send` is sent if nothing more comes; null: none waits, or it is not known.
       */
      sent_by: string | null;
      stall_reason: string | null;
      /** Format: date-time */
      stalled_since: string | null;
      /** @description Changes that wait for nothing but their turn. */
      to_send: number;
    };
    FeedChange: {
      /** Format: date-time */
      at: string;
      author: string;
      /** @description Length of a mapping text that the list leaves out; `GET /feeds/{name}/changes/{id}` returns the text. */
      characters: number | null;
      id: number;
      kind: string;
      sentence: components['schemas']['Sentence'];
      subject: string;
      /** Format: date-time */
      undone_at: string | null;
      undone_by: string | null;
      /** @description As JSON. Null: the configured value is in force again, or the value is a mapping text, which lists leave out. */
      value: string | null;
    };
    FeedDetail: components['schemas']['DescribedFeed'] & {
      /** @description Where the feed is read, without credentials; null while it is not configured. */
      address: string | null;
      /** @description The agency’s name; the id of a connection that was not read yet. */
      agency: string;
      listings: components['schemas']['TileCounts'];
    };
    /** @description Null until the feed was read. Example: “read 14:03, file written 03:10, nothing new: the change is not in the export yet”. */
    FeedReading: {
      /**
       * Format: date-time
       * @description When the file was written, as the file itself states.
       */
      file_at: string | null;
      new_file: boolean;
      /** Format: date-time */
      read_at: string | null;
      sentence: components['schemas']['Sentence'];
    } | null;
    FeedWord: {
      /** @description Id of the change; `POST /feeds/{name}/changes/{id}/undo` undoes it. */
      change: number | null;
      count: number;
      samples: string[];
      /**
       * @description Origin of the meaning: the mapping, the feed’s configuration, a change in the console, or the portal’s vocabulary.
       * @enum {string|null}
       */
      source: 'mapping' | 'feed' | 'person' | 'portal' | null;
      suggestions: {
        confidence: number;
        key: string;
        label: string;
      }[];
      /** @description The meaning; null: none yet. A `key` of null: the word is left out on purpose. */
      target: {
        key: string | null;
        label: string;
      } | null;
      word: string;
    };
    FeedWords: {
      feed: string;
      fields: {
        field: string;
        /** @description The list of `GET /vocabulary` to pick from. */
        list: string | null;
        /** @description Null: its words cannot be given a meaning here. */
        table: string | null;
        words: components['schemas']['FeedWord'][];
      }[];
      unknown: number;
    };
    Finding: {
      advice: string;
      code: string;
      count: number;
      feed: string;
      message: string;
      of: number;
      pointer: string;
      samples: {
        external_id: string;
        value: string | null;
      }[];
    };
    Hold: {
      /** @description What several holds have in common. */
      cause: string | null;
      connection: string;
      count: number;
      /** Format: date-time */
      decided_at: string | null;
      decided_by: string | null;
      feed: string | null;
      id: number;
      /** @description Of `count`: listings that become inactive and are not removed. */
      inactive: number;
      kind: string;
      /** Format: date-time */
      opened_at: string;
      reason: string;
      /** Format: date-time */
      reminded_at: string | null;
      revision: number;
      state: string;
    };
    HoldCard: components['schemas']['HoldLine'] & {
      card: components['schemas']['ListingCard'];
      /** @enum {string|null} */
      portal:
        | 'none'
        | 'sent'
        | 'accepted'
        | 'needs_review'
        | 'live'
        | 'inactive'
        | 'rejected'
        | 'removed'
        | 'archived'
        | 'taken_down'
        | 'unknown'
        | 'released'
        | null;
      /** @enum {string|null} */
      presence: 'present' | 'invalid' | 'grace' | 'held' | 'pinned' | 'gone' | null;
      public_url: string | null;
      /** @description The id of a new record that matches this listing. */
      renamed_to: string | null;
    };
    HoldDetail: components['schemas']['Hold'] & {
      agency: string;
      /** @description For more than this, a page lets the person type their number: 50, and 9 where they are over a third of the agency’s listings. The API itself asks for `expect` always. */
      expect_above: number;
      /** @description Whether its listings are nearly all that the agency has on the portal, so that it may have closed for a season: `hide_until` is offered then. */
      may_hide: boolean;
      /** @description The agency’s listings on the portal now, those of the hold included. */
      on_portal: number;
      /** @description Number of its listings that match a record with another id; `rekey` gives them that id. */
      renames: number;
      sentence: components['schemas']['Sentence'] & unknown;
      /** @description The reason in both languages; null if there is none, or if an older release wrote it with other words: then it exists in English alone. */
      why: components['schemas']['Sentence'] | null;
    };
    HoldLine: {
      external_id: string;
      /** Format: date-time */
      last_seen_at: string | null;
      /** @description Why it would be removed; `inactive`: it would become inactive and not be removed. */
      reason: string;
      title: string | null;
    };
    Home: {
      /**
       * @description Whose turn it is.
       * @enum {string}
       */
      actor: 'agency' | 'partner' | 'portal_staff' | 'nobody';
      agency: string;
      connection: string;
      feeds: {
        /** Format: date-time */
        can_check_at: string | null;
        life: string;
        name: string;
        reading: components['schemas']['FeedReading'];
      }[];
      /** @description Of `on_portal`: their removal waits for a decision. */
      held: number;
      in_review: number;
      listings: number;
      /** @description Of `on_portal`: missing from the file, and removed if they do not return. */
      missing: number;
      /**
       * Format: date-time
       * @description When the first of `missing` would be removed; null where none is missing, or its feed is not read.
       */
      missing_until: string | null;
      /** @description Those of `held` and `missing` included. */
      on_portal: number;
      on_the_way: number;
      sentence: components['schemas']['Sentence'] & unknown;
      status: string;
      tasks: components['schemas']['Task'][];
      /** @description Listings that wait for the agency. */
      waiting: number;
    };
    Installation: {
      /** @description In the order in which a person takes them. */
      steps: {
        done: boolean;
        /** @enum {string} */
        step: 'portal' | 'public_url' | 'mail' | 'backups' | 'agency' | 'live' | 'administrator';
      }[];
    };
    Issue: {
      code: string;
      message: string;
      pointer: string;
      /** @enum {string} */
      severity: 'error' | 'warning';
      told: components['schemas']['Sentence'] & unknown;
      value: string | null;
    };
    ItemsChart: {
      connection: string | null;
      /** @description Items that the connection may spend per hour; null for all connections together. */
      limit: number | null;
      points: {
        /** Format: date-time */
        hour: string;
        removed: number;
        sent: number;
      }[];
    };
    Listing: {
      /**
       * Format: date-time
       * @description Until when a rejection keeps it active; of a hidden listing, when its removal is asked about again.
       */
      active_until: string | null;
      /** @description Of the payload that the portal holds. */
      confirmed_digest: string | null;
      connection: string;
      /**
       * @description Its record calls it inactive and it is still active: not judged yet, held for a decision, or kept by a rejection. Null: nothing waits.
       * @enum {string|null}
       */
      deactivation: 'due' | 'held' | 'pinned' | null;
      external_id: string;
      failure_code: string | null;
      feed: string | null;
      /** Format: date-time */
      first_sent_at: string | null;
      /**
       * Format: date-time
       * @description Since when its feed misses it.
       */
      grace_since: string | null;
      intent: string;
      /** Format: date-time */
      last_seen_at: string | null;
      /** @description The portal’s id. */
      listing_id: string | null;
      /** Format: date-time */
      off_since: string | null;
      /** @enum {string} */
      owner: 'feed' | 'manual' | 'foreign';
      /**
       * Format: date-time
       * @description Until when a rejected removal keeps it.
       */
      pinned_until: string | null;
      /** @enum {string} */
      portal:
        | 'none'
        | 'sent'
        | 'accepted'
        | 'needs_review'
        | 'live'
        | 'inactive'
        | 'rejected'
        | 'removed'
        | 'archived'
        | 'taken_down'
        | 'unknown'
        | 'released';
      /** @enum {string} */
      presence: 'present' | 'invalid' | 'grace' | 'held' | 'pinned' | 'gone';
      public_url: string | null;
      /** @enum {string|null} */
      queued: 'upsert' | 'remove' | null;
      source_id: string | null;
      title: string | null;
      /** @description Of the payload that the feed wants. */
      wanted_digest: string | null;
      warnings: {
        code: string;
        message: string;
        pointer?: string;
      }[];
    };
    /** @description Null: the record yields nothing that can be published. */
    ListingCard: {
      address: string | null;
      area_m2: number | null;
      category: string | null;
      /** @description By the portal’s labels. */
      category_label: components['schemas']['Sentence'] | null;
      /** @description Address of the first photo, as in the feed. */
      photo: string | null;
      photos: number;
      place: string | null;
      price: {
        amount: number;
        currency: string;
        period: string | null;
      } | null;
      transaction: string | null;
    } | null;
    ListingCounts: {
      /** @description Whatever the filter, the most frequent first. */
      codes: {
        code: string;
        count: number;
        why: components['schemas']['Sentence'];
      }[];
      total: number;
    };
    LogLine: {
      /** Format: date-time */
      at: string;
      connection: string | null;
      event: string;
      feed: string | null;
      fields: {
        [key: string]: string | number | boolean | null;
      };
      /** @enum {string} */
      level: 'debug' | 'info' | 'warn' | 'error';
      listing: string | null;
      message: string | null;
      run: number | null;
    };
    Mapping: {
      answers: {
        [key: string]: unknown;
      };
      /** @description What people changed, newest first. */
      changes: components['schemas']['FeedChange'][];
      constants: {
        [key: string]: unknown;
      };
      feed: string;
      /** @description Whether a file or preset applies once such a text is taken away. */
      has_file: boolean;
      name: string;
      /** @description Whether the text was written here and replaces the file. */
      own: boolean;
      /** @description The mapping that the feed is configured with. */
      preset: string;
      /** @description Entries that override the mapping’s tables. */
      tables: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      /** @description The mapping text in force. */
      text: string;
      unmapped: {
        [key: string]: unknown;
      };
      version: number;
      where: string | null;
    };
    MappingCheck: {
      name: string | null;
      ok: boolean;
      problems: components['schemas']['MappingProblem'][];
    };
    MappingProblem: {
      column: number | null;
      line: number | null;
      message: string;
      /** @enum {string} */
      severity: 'error' | 'warning' | 'hint';
    };
    MappingProposal: {
      /** @description The format. */
      about: string;
      /** @description What to check, in English. */
      doubts: string[];
      /** @description What to send to the maker of the agency’s software; null: the ids stay. */
      id_request: components['schemas']['Sentence'] | null;
      lines: components['schemas']['ProposalLine'][];
      listings: number;
      /** @description Listings that the first sync publishes once the questions are answered. */
      ready: number;
      /** @description The mapping, with doubts in comments. */
      text: string;
    };
    MappingUpgrade: {
      /** @description All listings that change, by what becomes of them: sold ones first. */
      becomes: {
        /** @enum {string} */
        becomes:
          | 'sold'
          | 'rented'
          | 'withdrawn'
          | 'expired'
          | 'hidden'
          | 'asked'
          | 'missing'
          | 'invalid'
          | 'shown'
          | 'altered'
          | 'added';
        count: number;
        sentence: components['schemas']['Sentence'];
      }[];
      /** @description At most 1,000 of them, in the same order. */
      changes: {
        /** @enum {string} */
        becomes:
          | 'sold'
          | 'rented'
          | 'withdrawn'
          | 'expired'
          | 'hidden'
          | 'asked'
          | 'missing'
          | 'invalid'
          | 'shown'
          | 'altered'
          | 'added';
        external_id: string;
        sentence: components['schemas']['Sentence'];
        title: string | null;
        /** @description The record’s word for its state, where that decides. */
        word: string | null;
      }[];
      feed: string;
      /** @description Listings that `changes` leaves out. */
      more: number;
      /** @description Empty: the feed has the newest version. */
      moves: {
        from: number;
        mapping: string;
        /** @description Null: the file has no version. */
        to: number | null;
      }[];
      /** @description Why the new version could not be tried on the last file. */
      problem: string | null;
      /** @description Names what is shown; the request that moves the feed sends it. */
      shown: string;
    };
    /** @description The rules in force. */
    OwnerRules: {
      /** @description The same, also of facts whose answers are words of the portal. */
      by_value: {
        ids: string[];
        value: boolean | string;
      }[];
      /** @description Ids of the listings that wait for an answer, because the rules contradict each other. */
      contradicted: string[];
      /** @description Ids of the listings of which the rules say that it is not so. */
      no: string[];
      rules: {
        /** @description Listings that meet it today. */
        covers: number;
        statement: components['schemas']['Sentence'] & unknown;
        value: boolean | string;
        /** @description What a listing must meet; at least one condition. */
        when: {
          /** @description The portal’s key of a kind of property. */
          category?: string;
          /** @description Id of a place in the portal’s directory. */
          place?: string;
          /** @description A listing with a price or rent in another currency does not meet it. */
          price_up_to?: {
            amount: number;
            /** @enum {string} */
            currency: 'EUR' | 'RSD';
          };
          /** @description A word of the Serbian title, in any case and script. */
          title_word?: string;
          /** @enum {string} */
          transaction?: 'sale' | 'rent';
        };
        withdrawal: components['schemas']['Sentence'] & unknown;
      }[];
      /** @description Ids of the listings of which the rules say that it is so. */
      yes: string[];
    };
    OwnMail: {
      /** @description Null: no mail about listings goes to this account. */
      mail: {
        address: string;
        /** @description Removals that wait for a decision and feeds that stopped, by mail at once. */
        at_once: boolean;
        /** @description Everything else, once in the morning of working days. */
        digest: boolean;
        /** @description Whether urgent mail reaches no one else of an agency, so that it cannot be switched off. */
        is_last: boolean;
        /**
         * @description Null: the language of the agency.
         * @enum {string|null}
         */
        language: 'sr-Latn' | 'sr-Cyrl' | 'en' | null;
      } | null;
    };
    Places: {
      places: {
        /** @description The name, with its city where several places have it. What a table or an answer takes. */
        key: string;
      }[];
    };
    Poll: {
      /** Format: date-time */
      asked_at: string;
      /** Format: date-time */
      ended_at: string | null;
      feed: string;
      id: number;
      /** @description The result, as a sentence. */
      message: string;
      /** @enum {string} */
      state: 'waiting' | 'done' | 'failed';
    };
    Portal: {
      base_url: string;
      /** @description How far the portal’s clock is ahead of ours. */
      clock_offset_seconds: number;
      key: {
        id: string;
        reason: string | null;
        /** Format: date-time */
        since: string | null;
        /** @enum {string} */
        state: 'ok' | 'stopped';
      };
      /** @description As the portal sent them. */
      limits: {
        [key: string]: number;
      } | null;
      places: {
        count: number;
        /** Format: date-time */
        read_at: string | null;
      };
      requests: {
        by_status: {
          [key: string]: number;
        };
        /** @description The latest errors, newest first. */
        errors: {
          /** Format: date-time */
          at: string;
          code: string | null;
          message: string;
          operation: string;
          status: number | null;
        }[];
        in_window: number;
        limit: number | null;
        /**
         * Format: date-time
         * @description Requests are counted from this time: the start of the daemon, or an hour ago.
         */
        since: string;
        total: number;
        window_seconds: number;
      };
      vocabulary: {
        /** Format: date-time */
        read_at: string | null;
        suspect: boolean;
        words: number;
      };
    };
    ProposalLine: {
      /** @description What to check, in English; null for accounts of agencies. */
      detail: string | null;
      /** @description Payload path, or `source_id`, `transaction` …; null: a column that is not used. */
      field: string | null;
      /** @description Column or path of the feed; null: no field of the feed is read. */
      from: string | null;
      /** @enum {string} */
      kind: 'proven' | 'question' | 'left_out';
      label: components['schemas']['Sentence'] & unknown;
      /** @description Listings that wait for the answer. */
      listings: number | null;
      /** @description Values of the feed; of a question, listings that wait. Contacts are masked. */
      samples: string[];
      /** @description The question. */
      text: components['schemas']['Sentence'] | null;
    };
    Question: {
      /** @description Number of values. */
      count: number;
      /** @description Ids of listings, at most 3. */
      examples: string[];
      /** @description For more than this, the decision also states their number (`expect`). */
      expect_above: number;
      name: components['schemas']['Sentence'] & unknown;
      /** @enum {string} */
      rule:
        | 'unknown_state'
        | 'band'
        | 'placeholder'
        | 'jump'
        | 'currency_only'
        | 'offer_mismatch'
        | 'daily_rent'
        | 'from_price'
        | 'lost_price'
        | 'area'
        | 'unlikely';
      why: components['schemas']['Sentence'] & unknown;
    };
    QuestionLineCard: {
      /** @description What is live, and what the answer makes of it. */
      change: {
        en: string;
        sr: string;
      };
      connection: string;
      external_id: string;
      feed: string;
      /** @description A field of the content guard, or the pointer of a word’s field. */
      field: string;
      /** @description What stays live; null: nothing is. */
      live: string | null;
      title: string | null;
      value: string;
    };
    Questions: {
      content: {
        choices: {
          answer: string | null;
          /** @description Whether a key of `GET /places` is an answer too. */
          is_place: boolean;
          /** @description Listings that depend on the answer. */
          listings: number;
          options: {
            label: components['schemas']['Sentence'];
            value: string;
          }[];
          /** @description transaction, category, location.place_id, price.currency, rent.currency or rent.type. */
          path: string;
          question: components['schemas']['Sentence'];
          /** @description The answer that the file suggests; it counts only once it is given. */
          recommended: {
            label: components['schemas']['Sentence'];
            value: string;
            why: components['schemas']['Sentence'] & unknown;
          } | null;
          /** @description Titles or ids of listings that wait for the answer. */
          samples: string[];
          /** @description The listings, where it may be another one for some than for others; else null. For all others it is `answer`. */
          some: {
            /** @description Kinds of property of these listings, for rules. */
            categories: {
              label: components['schemas']['Sentence'];
              value: string;
            }[];
            denial: components['schemas']['Sentence'] & unknown;
            /** @description At most 1000; where there are more, those without an answer first. */
            listings: {
              answer: boolean | string | null;
              /**
               * @description What gives the answer: a statement about this listing, a rule, or a statement about all.
               * @enum {string|null}
               */
              answered_by: 'name' | 'rule' | 'all' | null;
              /** @description As the agency’s software writes it. */
              id: string;
              place: string | null;
              title: string | null;
            }[];
            /** @description Places of these listings, for rules. */
            places: {
              label: components['schemas']['Sentence'];
              value: string;
            }[];
            ruled: components['schemas']['OwnerRules'];
            statement: components['schemas']['Sentence'] & unknown;
            /** @description Listings that are asked about; `listings` may be only some of them. */
            total: number;
            /** @description Version of these sentences. */
            version: number;
          } | null;
          /** @description What is stated now; name and time are those of the newest part. Null: nothing yet. */
          stated: {
            /** Format: date-time */
            at: string;
            name: string;
            /** @description The same sentences, each with the person who stated it and the time. */
            parts: {
              /** Format: date-time */
              at: string;
              name: string;
              role: string;
              sentence: string;
            }[];
            role: string;
            /** @description What is stated, verbatim. */
            sentences: string[];
            /** @description Null: it differs between listings. */
            value: boolean | null;
            version: number;
          } | null;
          /**
           * @description Who can answer: the agency, the maker of its software, the operator.
           * @enum {string}
           */
          who: 'agency' | 'software' | 'operator';
        }[];
        /** @description Listings that the answers decide or improve. */
        listings: number;
        /** @description Meanings that were given during setup. */
        meanings: {
          /** Format: date-time */
          at: string;
          by: string;
          /** @description Id of the change; `take_back` accepts it. */
          change: number;
          /** @description Null: the word is left out on purpose. */
          key: string | null;
          /** @description Of the key, by the portal’s labels; null: it has none. */
          label: components['schemas']['Sentence'] | null;
          table: string;
          word: string;
        }[];
        words: {
          /** @description Whether these listings are not sent until the word has a meaning. */
          blocks: boolean;
          /** @description Payload path, such as heating. */
          field: string;
          label: components['schemas']['Sentence'] & unknown;
          /** @description Listings with this word. */
          listings: number;
          samples: string[];
          /** @description Best first. */
          suggestions: {
            confidence: number;
            key: string;
            label: string;
          }[];
          /** @description Null: only the partner can give it a meaning. */
          table: string | null;
          /** @description The list of the portal to pick from; `places`: by `GET /places`. */
          vocabulary: string | null;
          word: string;
        }[];
      } | null;
      /** @description Null: nothing depends on it. */
      mandate: {
        /** @description What is stated now; name and time are those of the newest part. Null: nothing yet. */
        answer: {
          /** Format: date-time */
          at: string;
          name: string;
          /** @description The same sentences, each with the person who stated it and the time. */
          parts: {
            /** Format: date-time */
            at: string;
            name: string;
            role: string;
            sentence: string;
          }[];
          role: string;
          /** @description What is stated, verbatim. */
          sentences: string[];
          /** @description Null: it differs between listings. */
          value: boolean | null;
          version: number;
        } | null;
        denial: components['schemas']['Sentence'] & unknown;
        /** @description Listings that depend on the answer. */
        listings: number;
        /** @description The listings, where the fact may be stated of some otherwise than of others; else null. */
        some: {
          /** @description Kinds of property of these listings, for rules. */
          categories: {
            label: components['schemas']['Sentence'];
            value: string;
          }[];
          denial: components['schemas']['Sentence'] & unknown;
          /** @description At most 1000; where there are more, those without an answer first. */
          listings: {
            answer: boolean | string | null;
            /**
             * @description What gives the answer: a statement about this listing, a rule, or a statement about all.
             * @enum {string|null}
             */
            answered_by: 'name' | 'rule' | 'all' | null;
            /** @description As the agency’s software writes it. */
            id: string;
            place: string | null;
            title: string | null;
          }[];
          /** @description Places of these listings, for rules. */
          places: {
            label: components['schemas']['Sentence'];
            value: string;
          }[];
          ruled: components['schemas']['OwnerRules'];
          statement: components['schemas']['Sentence'] & unknown;
          /** @description Listings that are asked about; `listings` may be only some of them. */
          total: number;
          /** @description Version of these sentences. */
          version: number;
        } | null;
        statement: components['schemas']['Sentence'] & unknown;
        /** @description Version of the sentence; the answer must send it back. */
        version: number;
      } | null;
      owner_nearby: {
        /** @description What is stated now; name and time are those of the newest part. Null: nothing yet. */
        answer: {
          /** Format: date-time */
          at: string;
          name: string;
          /** @description The same sentences, each with the person who stated it and the time. */
          parts: {
            /** Format: date-time */
            at: string;
            name: string;
            role: string;
            sentence: string;
          }[];
          role: string;
          /** @description What is stated, verbatim. */
          sentences: string[];
          /** @description Null: it differs between listings. */
          value: boolean | null;
          version: number;
        } | null;
        denial: components['schemas']['Sentence'] & unknown;
        /** @description Listings that depend on the answer. */
        listings: number;
        /** @description The listings, where the fact may be stated of some otherwise than of others; else null. */
        some: {
          /** @description Kinds of property of these listings, for rules. */
          categories: {
            label: components['schemas']['Sentence'];
            value: string;
          }[];
          denial: components['schemas']['Sentence'] & unknown;
          /** @description At most 1000; where there are more, those without an answer first. */
          listings: {
            answer: boolean | string | null;
            /**
             * @description What gives the answer: a statement about this listing, a rule, or a statement about all.
             * @enum {string|null}
             */
            answered_by: 'name' | 'rule' | 'all' | null;
            /** @description As the agency’s software writes it. */
            id: string;
            place: string | null;
            title: string | null;
          }[];
          /** @description Places of these listings, for rules. */
          places: {
            label: components['schemas']['Sentence'];
            value: string;
          }[];
          ruled: components['schemas']['OwnerRules'];
          statement: components['schemas']['Sentence'] & unknown;
          /** @description Listings that are asked about; `listings` may be only some of them. */
          total: number;
          /** @description Version of these sentences. */
          version: number;
        } | null;
        statement: components['schemas']['Sentence'] & unknown;
        /** @description Version of the sentence; the answer must send it back. */
        version: number;
      } | null;
    };
    Reading: {
      /** @description Agencies that are read before this one. */
      ahead: number;
      /** Format: date-time */
      asked_at: string | null;
      /** @description Details of a failure; null for accounts of agencies. */
      detail: string | null;
      /**
       * Format: date-time
       * @description When the feed was last read; null: never yet.
       */
      read_at: string | null;
      /** @description Records read so far. */
      records: number;
      sentence: components['schemas']['Sentence'] & unknown;
      /** @enum {string} */
      state: 'waiting' | 'reading' | 'done' | 'failed';
      /** @description The reason in both languages; null if there is none, or if an older release wrote it with other words: then it exists in English alone. */
      why: components['schemas']['Sentence'] | null;
    };
    RulePreview: {
      feed: string;
      rules: {
        /** @description Values that the rule holds with `content_guard: hold`. */
        count: number;
        /** @description At most 3. */
        examples: {
          /** @description What the value probably is instead. */
          causes: (
            | 'reads_like_rsd'
            | 'reads_like_eur'
            | 'thousands_lost'
            | 'thousands_added'
            | 'digit_lost'
            | 'digit_added'
            | 'area_comma_lost'
            | 'area_in_ares'
            | 'per_sqm'
            | 'per_are'
            | 'per_hectare'
            | 'per_day'
            | 'reads_like_rent'
            | 'reads_like_sale'
            | 'other_property'
            | 'most_prices'
          )[];
          external_id: string;
          /** @enum {string} */
          field: 'state' | 'price' | 'area';
          sentence: {
            en: string;
            sr: string;
          };
          title: string | null;
          /** @description What the record says: an amount with its currency, m², or a word. */
          value: string;
        }[];
        /** @description Values that are live and stay so, and that the rule would hold if they were new. */
        live: {
          count: number;
          /** @description At most 3. */
          examples: {
            /** @description What the value probably is instead. */
            causes: (
              | 'reads_like_rsd'
              | 'reads_like_eur'
              | 'thousands_lost'
              | 'thousands_added'
              | 'digit_lost'
              | 'digit_added'
              | 'area_comma_lost'
              | 'area_in_ares'
              | 'per_sqm'
              | 'per_are'
              | 'per_hectare'
              | 'per_day'
              | 'reads_like_rent'
              | 'reads_like_sale'
              | 'other_property'
              | 'most_prices'
            )[];
            external_id: string;
            /** @enum {string} */
            field: 'state' | 'price' | 'area';
            sentence: {
              en: string;
              sr: string;
            };
            title: string | null;
            /** @description What the record says: an amount with its currency, m², or a word. */
            value: string;
          }[];
        };
        /** @enum {string} */
        rule:
          | 'unknown_state'
          | 'band'
          | 'placeholder'
          | 'jump'
          | 'currency_only'
          | 'offer_mismatch'
          | 'daily_rent'
          | 'from_price'
          | 'lost_price'
          | 'area'
          | 'unlikely';
      }[];
    };
    Run: {
      /** @description Of one that is running: so far. */
      balance: {
        [key: string]: number;
      };
      connection: string | null;
      /** Format: date-time */
      ended_at: string | null;
      feed: string | null;
      id: number;
      /** @enum {string} */
      kind: 'poll' | 'remap' | 'push' | 'outcomes' | 'reconcile' | 'reference';
      message: string | null;
      /** Format: date-time */
      started_at: string;
      state: string;
    };
    SampleListing: {
      address: string | null;
      amount: number | null;
      /** @description Square metres. */
      area: number | null;
      category: string | null;
      /** @description By the portal’s labels. */
      category_label: components['schemas']['Sentence'] | null;
      currency: string | null;
      external_id: string;
      /** @description Address of the first photo. */
      photo: string | null;
      photos: number;
      place: string | null;
      rooms: number | null;
      title: string | null;
      transaction: string | null;
    };
    /** @description What was decided, with the reason that was given. */
    Sentence: {
      en: string;
      sr: string;
    };
    Session: {
      account: components['schemas']['Account'];
      /** @description Whether this installation can mail invitations. */
      mails_invitations: boolean;
      token: {
        id: number;
        label: string;
        /** @enum {string} */
        scope: 'full' | 'read' | 'poll';
      } | null;
    };
    Settings: {
      settings: {
        /** @description Such as `removals.max_share`. */
        key: string;
        secret: boolean;
        /** @description As JSON; of a secret only whether it is set. */
        value: string;
      }[];
    };
    Setup: {
      agency: components['schemas']['Agency'];
      cards: components['schemas']['SampleListing'][];
      /** @description Why some listings are not ready (`blocks`), and what ready listings lack. */
      causes: {
        blocks: boolean;
        code: string;
        listings: number;
        pointer: string;
        samples: {
          external_id: string;
          message: string;
          value: string | null;
        }[];
        sentence: components['schemas']['Sentence'];
      }[];
      connect_help: components['schemas']['Sentence'] & unknown;
      connection: {
        /** @description Name of the agency at the portal. */
        agency: string;
        /** Format: date-time */
        confirmed_at: string | null;
        confirmed_by: string | null;
        /** @description Whether the portal’s name has no word in common with the name of the agency here. */
        has_other_name: boolean;
        id: string;
        photo_limit: number;
        quota: {
          limit: number | null;
          used: number;
        };
        /** Format: date-time */
        redeemed_at: string;
        register_number: string | null;
        status: string;
      } | null;
      /** @description What to send to the maker of the agency’s software; null: the feed has ids that stay. */
      id_request: components['schemas']['Sentence'] | null;
      /** @description What is proven, asked and left out of the listings that were read. */
      lines: components['schemas']['ProposalLine'][];
      may_send: boolean;
      numbers: {
        /** @description Records that the feed marks as sold or withdrawn. */
        left_out: number;
        listings: number;
        /** @description Listings that can be sent once the questions are answered. */
        ready: number;
        records: number;
      } | null;
      /** @description Null for accounts of agencies. */
      own_mapping: {
        /** @description Null: a preset knew the format. */
        proposal: components['schemas']['MappingProposal'] | null;
        /** @description The text in use for this agency alone; null: a preset. */
        text: string | null;
      } | null;
      /** @description Null until the agency was sent. */
      progress: {
        /**
         * @description Whose turn it is.
         * @enum {string}
         */
        actor: 'agency' | 'partner' | 'portal_staff' | 'nobody';
        listings: {
          in_review: number;
          live: number;
          refused: number;
          sent: number;
          waiting: number;
        };
        /** @description What the portal’s staff wrote, verbatim. */
        note: string | null;
        sentence: components['schemas']['Sentence'];
        /** Format: date-time */
        since: string;
        /** @description Status of the connection: certifying, active, paused, revoked, unknown. */
        status: string;
        tiles: components['schemas']['TileCounts'];
      } | null;
      questions: components['schemas']['Questions'];
      /**
       * @description The next step.
       * @enum {string}
       */
      step: 'read' | 'connect' | 'confirm' | 'answer' | 'send' | 'sent';
      /** @description What must be done before the agency can be sent. */
      why_not: components['schemas']['Sentence'] | null;
    };
    SharedQuestion: {
      /** @enum {string} */
      by: 'mapping' | 'host';
      /**
       * @description What the values probably are instead.
       * @enum {string|null}
       */
      cause:
        | 'reads_like_rsd'
        | 'reads_like_eur'
        | 'thousands_lost'
        | 'thousands_added'
        | 'digit_lost'
        | 'digit_added'
        | 'area_comma_lost'
        | 'area_in_ares'
        | 'per_sqm'
        | 'per_are'
        | 'per_hectare'
        | 'per_day'
        | 'reads_like_rent'
        | 'reads_like_sale'
        | 'other_property'
        | 'most_prices'
        | null;
      /** @description Values in doubt, or listings with the word. */
      count: number;
      feeds: string[];
      id: string;
      /** @description The mapping or the host that the feeds share. */
      name: string;
      /** @description How a command answers. */
      next: {
        en: string;
        sr: string;
      };
      /**
       * @description The rule that holds the values; null: a word is asked.
       * @enum {string|null}
       */
      rule:
        | 'unknown_state'
        | 'band'
        | 'placeholder'
        | 'jump'
        | 'currency_only'
        | 'offer_mismatch'
        | 'daily_rent'
        | 'from_price'
        | 'lost_price'
        | 'area'
        | 'unlikely'
        | null;
      sentence: {
        en: string;
        sr: string;
      };
      /** @description The unknown word, and the field that it is read for. */
      word: {
        field: string;
        word: string;
      } | null;
    };
    SharedQuestionCard: components['schemas']['SharedQuestion'] & {
      /** @description How many listings of each feed the answer changes. */
      by_feed: {
        agency: string;
        connection: string;
        count: number;
        feed: string;
      }[];
      /** @description For more listings than this, the answer also states their number (`expect`). */
      expect_above: number;
      /** @description Of a word: the list of `GET /vocabulary` to pick its meaning from; null: it has none. */
      list: string | null;
      /** @description Some of the listings, of every feed in turn. */
      samples: components['schemas']['QuestionLineCard'][];
      /** @description Version of what is shown. The answer names it, and is refused when a listing came, went or changed. */
      shown: string;
    };
    Situation: {
      budget: {
        /**
         * Format: date-time
         * @description When everything that waits now will be sent.
         */
        done_at: string | null;
        /** @description Connections that have spent their items of the current hour. */
        exhausted: number;
        /** @description Limit of each connection. */
        items_limit: number | null;
        items_spent: number;
        removals: number;
        upserts: number;
      };
      causes: components['schemas']['Cause'][];
      feeds: {
        failing: number;
        polled: number;
        stalled: number;
        total: number;
      };
      holds: {
        listings: number;
        /** Format: date-time */
        oldest_at: string | null;
        open: number;
        /** @description Values in doubt that wait for a confirmation. */
        values: number;
      };
      listings: {
        /** @description Of `published`: their removal waits for a decision. */
        held: number;
        in_review: number;
        invalid: number;
        /** @description Of `published`: missing from the file, in grace. */
        missing: number;
        on_the_way: number;
        /** @description The sum of `in_review` and `on_the_way`. */
        pending: number;
        /** @description On the portal, those of `held` and `missing` included. */
        published: number;
        refused: number;
        /** @description New listings that wait because a value is in doubt included. */
        waiting: number;
      };
      /** @description Runs under way. */
      running: number;
    };
    SizeChart: {
      feed: string;
      points: {
        /**
         * Format: date
         * @description In the configured zone.
         */
        day: string;
        held: number;
        /** @description Holds that opened on this day. */
        holds: number;
        /** @description In the last complete file by the end of the day; null: none was read yet. */
        records: number | null;
        removals: number;
      }[];
    };
    Statement: {
      account: string;
      /** Format: date-time */
      at: string;
      connection: string | null;
      id: number;
      /** @enum {string} */
      kind:
        | 'mandate'
        | 'owner_nearby'
        | 'owner_nearby_some'
        | 'owner_nearby_rule'
        | 'owner_nearby_rule_ended'
        | 'rental_type_some'
        | 'rental_type_rule'
        | 'rental_type_rule_ended'
        | 'furnished_some'
        | 'furnished_rule'
        | 'furnished_rule_ended'
        | 'identity';
      /** @enum {string} */
      language: 'sr-Latn' | 'sr-Cyrl' | 'en';
      name: string;
      role: string;
      /** @description The sentence as it was shown, verbatim. */
      sentence: string;
      value: boolean;
      version: number;
    };
    Story: {
      /**
       * @description Whose turn it is.
       * @enum {string}
       */
      actor: 'agency' | 'partner' | 'portal_staff' | 'nobody';
      agreement: string;
      clock: {
        /** Format: date-time */
        at: string | null;
        reason: string | null;
        slow: boolean;
        state: string;
        step: string;
        took_seconds: number | null;
        /** @description The reason in both languages. */
        why: components['schemas']['Sentence'] | null;
      }[];
      /** @description Values in doubt that were confirmed, oldest first. */
      confirmations: components['schemas']['Confirmation'][];
      connection: string;
      /** @description Values of the record that are not live because they are in doubt. */
      doubts: components['schemas']['Doubt'][];
      events: {
        /** Format: date-time */
        at: string;
        data: {
          [key: string]: string | number | null;
        };
        kind: string;
        told: components['schemas']['Sentence'] & unknown;
      }[];
      external_id: string;
      feed: string | null;
      /** @description Where each field’s value comes from; null: no kept file contains the record. */
      fields:
        | {
            name: components['schemas']['Sentence'] & unknown;
            path: string;
            raw: string | null;
            /** @description As JSON. */
            result: string | null;
            /** @description The result as people read it, by the portal’s labels; null: as it is. */
            shown: components['schemas']['Sentence'] | null;
            source: string | null;
          }[]
        | null;
      headline: components['schemas']['Sentence'] & unknown;
      hold: {
        id: number;
        reason: string;
      } | null;
      issues: components['schemas']['Issue'][];
      listing: components['schemas']['Listing'] | null;
      /** @description Whether the listing is on the portal, and why. */
      sentence: string;
      unplanned: {
        after: string | null;
        after_shown: components['schemas']['Sentence'] | null;
        /** @description As JSON; null: nothing. */
        before: string | null;
        /** @description The value as people read it; null: as it is. */
        before_shown: components['schemas']['Sentence'] | null;
        name: components['schemas']['Sentence'] & unknown;
        pointer: string;
      }[];
      unsent:
        | {
            after: string | null;
            after_shown: components['schemas']['Sentence'] | null;
            /** @description As JSON; null: nothing. */
            before: string | null;
            /** @description The value as people read it; null: as it is. */
            before_shown: components['schemas']['Sentence'] | null;
            name: components['schemas']['Sentence'] & unknown;
            pointer: string;
          }[]
        | null;
      waits: components['schemas']['Wait'];
    };
    Task: {
      count: number;
      feed: string | null;
      hold: number | null;
      /** @enum {string} */
      kind:
        | 'connection'
        | 'sent_back'
        | 'confirm_removals'
        | 'confirm_values'
        | 'missing'
        | 'facts'
        | 'words'
        | 'refused'
        | 'invalid';
      /** @description Page of the console on which it is done. */
      link: string | null;
      /** @description What the portal’s staff wrote, verbatim. */
      note: string | null;
      sentence: components['schemas']['Sentence'];
    };
    /** @description Each is the `total` of the list with the filter of this name. */
    TileCounts: {
      in_review: number;
      invalid: number;
      on_the_way: number;
      refused: number;
      /** @description On the portal, with those whose removal waits for a decision. */
      there: number;
      waiting: number;
    };
    Token: {
      account: string;
      /** Format: date-time */
      created_at: string;
      created_by: string;
      /** Format: date-time */
      expires_at: string | null;
      id: number;
      label: string;
      /** @enum {string} */
      scope: 'full' | 'read' | 'poll';
      /** Format: date-time */
      used_at: string | null;
    };
    ToldListing: components['schemas']['Listing'] & {
      /** @description The agency’s name; the id of a connection that was not read yet. */
      agency: string;
      card: components['schemas']['ListingCard'];
      /** @description Values in doubt: a new listing is published once they are confirmed or corrected, of a live one the portal keeps the values before. */
      in_doubt: number;
      /**
       * Format: date-time
       * @description Since when it is in this standing; null: it is not known.
       */
      since: string | null;
      /** @enum {string} */
      standing: 'on_portal' | 'in_review' | 'on_the_way' | 'refused' | 'invalid' | 'waiting' | 'off';
      told: components['schemas']['Sentence'] & unknown;
    };
    ToldStory: components['schemas']['Story'] & {
      /** @description Name of its agency. */
      agency: string;
      card: components['schemas']['ListingCard'];
      /** @description Address of a map at the coordinates of the listing, else of its place in the portal’s directory; null: there are none. */
      map: string | null;
      /** @description Addresses of the photos, the cover first. */
      photos: string[];
      /** @enum {string} */
      standing: 'on_portal' | 'in_review' | 'on_the_way' | 'refused' | 'invalid' | 'waiting' | 'off';
      told: components['schemas']['Sentence'];
      /** @description Warnings of the portal, with a sentence for the agency. */
      warnings: {
        code: string;
        told: components['schemas']['Sentence'];
      }[];
    };
    Trial: {
      cost: {
        added: {
          count: number;
          samples: string[];
        };
        altered: {
          count: number;
          samples: string[];
        };
        budget: {
          items: number;
          items_per_hour: number | null;
          needed_seconds: number | null;
          own_changes: number;
          waiting: number;
        };
        fields: {
          count: number;
          pointer: string;
        }[];
        invalid: {
          count: number;
          samples: string[];
        };
        missing: {
          count: number;
          samples: string[];
        };
        samples: {
          differences: {
            after: string | null;
            /** @description As JSON; null: nothing. */
            before: string | null;
            pointer: string;
          }[];
          external_id: string;
          title: string | null;
        }[];
        taken_off: {
          count: number;
          samples: string[];
        };
        unchanged: number;
      };
      preview: {
        issues: {
          code: string;
          count: number;
          pointer: string;
          samples: {
            message: string;
            record: string;
            value: string | null;
          }[];
          /** @enum {string} */
          severity: 'error' | 'warning';
        }[];
        kinds: {
          [key: string]: number;
        };
        /** @description What is proven, asked and left out; none of a delta feed. */
        lines: components['schemas']['ProposalLine'][];
        listings: number;
        records: number;
        samples: {
          category: string | null;
          external_id: string;
          photos: number;
          place: string | null;
          price: string | null;
          title: string | null;
          transaction: string | null;
        }[];
        unknown_words: {
          count: number;
          pointer: string;
          samples: string[];
          word: string;
        }[];
      };
      /**
       * Format: date-time
       * @description When the file was fetched; null for a delta feed.
       */
      read_at: string | null;
    };
    /** @description For staff: why a listing may be missing from a search. */
    Unsearched: {
      /** @description Feeds that are not read now: what is new in them cannot be found. */
      stalled: {
        agency: string;
        feed: string;
        /** Format: date-time */
        since: string | null;
      }[];
      /** @description Agencies that send nothing yet: none of their listings can be found. */
      unsent: {
        name: string;
        title: string;
      }[];
    } | null;
    /** @description Null: no file is uploaded. */
    Upload: {
      bytes: number;
      cards: components['schemas']['SampleListing'][];
      /** @description Why some listings are not ready (`blocks`), and what ready listings lack. */
      causes: {
        blocks: boolean;
        code: string;
        listings: number;
        pointer: string;
        samples: {
          external_id: string;
          message: string;
          value: string | null;
        }[];
        sentence: components['schemas']['Sentence'];
      }[];
      /** @description Details of a failure; null for accounts of agencies. */
      detail: string | null;
      /**
       * Format: date-time
       * @description When the file and what was read of it are deleted.
       */
      expires_at: string;
      /** @description Name of the file on the computer that it came from. */
      file: string;
      id_request: components['schemas']['Sentence'] | null;
      lines: components['schemas']['ProposalLine'][];
      /** @description Name of the mapping that understands the file. */
      mapping: string | null;
      numbers: {
        /** @description Records that the feed marks as sold or withdrawn. */
        left_out: number;
        listings: number;
        /** @description Listings that can be sent once the questions are answered. */
        ready: number;
        records: number;
      } | null;
      /** @description What is proposed for a file of an unknown format; null for accounts of agencies. */
      proposal: components['schemas']['MappingProposal'] | null;
      /** @description Records read so far. */
      records_read: number;
      /** @description The result; null until the file was read. */
      sentence: components['schemas']['Sentence'] | null;
      /** @enum {string} */
      state: 'waiting' | 'reading' | 'done' | 'failed';
      /** Format: date-time */
      uploaded_at: string;
      uploaded_by: string;
      /** @description Words of the file that the portal does not know. */
      words: number;
    } | null;
    Vocabulary: {
      fields: {
        entries: {
          key: string;
          label: components['schemas']['Sentence'] & unknown;
          /** @description As the portal names it, in any language. */
          labels: string[];
        }[];
        field: string;
      }[];
      /** Format: date-time */
      read_at: string | null;
    };
    /** @description Why the listing, or a change of it, waits; null: it waits at most for its turn. */
    Wait: {
      /** @description The portal’s code. */
      code: string | null;
      details: {
        code: string;
        /** @description The portal’s message. */
        message: string;
        /** @description The field that the portal names; empty: none. */
        pointer: string;
        told: components['schemas']['Sentence'] & unknown;
      }[];
      /** @description Reason of the wait, such as plan_full, item_refused or budget. */
      kind: string;
      /** @description The portal’s message. */
      message: string;
      /** @description Who must do what; null: no one need act. */
      next: components['schemas']['Sentence'] | null;
      /** Format: date-time */
      since: string | null;
      /**
       * Format: date-time
       * @description When it is next retried or checked.
       */
      until: string | null;
      why: components['schemas']['Sentence'];
    } | null;
    Word: {
      count: number;
      feed: string;
      field: string;
      samples: string[];
      suggestions: {
        confidence: number;
        key: string;
        label: string;
      }[];
      table: string | null;
      word: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
