/**
 * The years that the engine's DateTime64 and Date32 can hold. The engine would silently clip an instant outside them, so
 * none is accepted.
 */
export const timeYearMin = 1900;
export const timeYearMax = 2299;

export const timeMinMs = Date.UTC(timeYearMin, 0, 1);
/** The first instant that is too late. */
export const timeEndMs = Date.UTC(timeYearMax + 1, 0, 1);
