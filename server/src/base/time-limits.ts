/**
 * The years that the engine's DateTime64 and Date32 can hold. An instant outside them would be clipped
 * silently there, so nothing outside is let in.
 */
export const timeYearMin = 1900;
export const timeYearMax = 2299;

export const timeMinMs = Date.UTC(timeYearMin, 0, 1);
/** The first instant that is too late. */
export const timeEndMs = Date.UTC(timeYearMax + 1, 0, 1);
