const subjectCharactersMax = 100;

/** A name for a file that is safe on every system and in a header. */
export function fileNameOf(subject: string, extension: string): string {
  return `${safeName(subject)}.${extension}`;
}

/** Without characters that have a meaning in paths, on any system, or in the header. */
function safeName(subject: string): string {
  const name = subject
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not safe in names of files
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff"*/:<>?\\|%';]/g, '_')
    .slice(0, subjectCharactersMax);
  return withoutDots(name) || 'export';
}

/** Without the dots and blanks around it, which some systems give a meaning to or drop. */
function withoutDots(name: string): string {
  const characters = [...name];
  const isKept = (character: string) => !/[.\s]/.test(character);
  const start = characters.findIndex(isKept);
  return start < 0 ? '' : characters.slice(start, characters.findLastIndex(isKept) + 1).join('');
}
