/** Saves text as a file of the user. */
export function download(fileName: string, parts: readonly string[], type: string): void {
  downloadFile(fileName, new Blob([...parts], { type: `${type};charset=utf-8` }));
}

export function downloadFile(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
