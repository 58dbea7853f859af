/**
 * Limits on the statements and answers of one query, one request and all requests together, chosen for a machine with two cores: the
 * largest allowed answer takes about a second and a few hundred megabytes.
 */

/** Rows of one query's result. */
export const resultRowsMax = 100_000;
/** Cells of one query's result: rows times columns, or the values inside of arrays and maps where there are more. */
export const resultCellsMax = 2_000_000;
/** Bytes of one query's result: as the engine holds it, and as the text that it sends. */
export const resultBytesMax = 64 * 1024 * 1024;
/** Bytes and values of one row: a row is read in one piece. */
export const rowBytesMax = 16 * 1024 * 1024;
export const rowCellsMax = 200_000;

/** Results of all the fields of one request together, and the JSON that they become. */
export const answerBytesMax = 64 * 1024 * 1024;
export const answerCellsMax = 2 * resultCellsMax;

/**
 * Texts in the arguments of all fields of one request, over all operations of a batch. Twice a body, so that only a variable
 * that many fields use exceeds it: each of them would compile the same filters again.
 */
export const argumentCharactersMax = 2 * 1024 * 1024;
/** SQL statements of one request, over all operations of a batch. Each is compiled by the service. */
export const statementsPerRequestMax = 100;

/** Up to this size a result or an answer is read or written in one piece, which takes a few milliseconds. */
export const onePieceBytesMax = 256 * 1024;

/** Memory that the large answers of all requests may take together while they are read, formatted and written. */
export const largeAnswersBytesMax = 512 * 1024 * 1024;
/** Results that may wait for that memory, and for how long. */
export const waitingAnswersBytesMax = 256 * 1024 * 1024;
export const waitingAnswersMsMax = 10_000;
