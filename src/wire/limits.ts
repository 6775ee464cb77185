// The numeric limits of the specification. Names end in the unit and the bound. Lengths of texts are in Unicode code points unless the name
// says otherwise.

export const titleCodePointsMin = 5;
export const titleCodePointsMax = 120;
export const titleUtf16UnitsMax = 120;
export const descriptionCodePointsMin = 20;
export const descriptionCodePointsMax = 8000;
export const addressCodePointsMin = 3;
export const addressCodePointsMax = 200;
export const neighbourhoodCodePointsMax = 120;
export const captionCodePointsMax = 500;
export const brokerLicenseCodePointsMax = 64;
export const tapijaNoteCodePointsMax = 500;
export const agentEmailCodePointsMax = 254;
export const agentNameCodePointsMax = 120;
export const agentPhoneCodePointsMax = 32;
export const digestCodePointsMax = 128;
export const urlCharactersMax = 2048;

export const photosMax = 64;
export const amenitiesMax = 40;

export const rsdPerEur = 117;
export const priceRsdMax = 2_147_483_647;
export const rentAmountMin = 1;
export const rentAmountMax = 10_000_000;
export const depositMonthsMax = 12;
export const leaseMonthsMax = 120;
export const utilitiesEstimateRsdMax = 100_000_000;
export const occupantsMin = 1;
export const occupantsMax = 20;
export const areaSqmMax = 99_999.99;
export const roomsMax = 99;
export const floorMin = -5;
export const floorMax = 60;
export const totalFloorsMax = 60;
export const levelsMin = 1;
export const levelsMax = 6;
export const yearBuiltMin = 1800;
export const yearBuiltMax = 2035;
export const percentMax = 100;

export const validateItemsMax = 50;
export const reconcileIdsMax = 5000;
export const pageSizeMax = 200;
export const cursorCharactersMax = 512;
export const disconnectReasonCharactersMax = 200;
export const connectCodeCharactersMin = 12;
export const connectCodeCharactersMax = 32;
export const idempotencyKeyCharactersMin = 8;
export const idempotencyKeyCharactersMax = 128;
export const idempotencyDays = 7;
export const nonceBytesMin = 16;
export const nonceBytesMax = 64;
