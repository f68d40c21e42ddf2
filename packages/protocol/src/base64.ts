/** Joins pieces that were encoded one by one into the encoding of the whole. */
export function concatBase64(pieces: readonly string[]): string {
  const joinsAsText = pieces.every(
    (piece, index) => index === pieces.length - 1 || (piece.length % 4 === 0 && !piece.endsWith('=')),
  );
  // `atob` and `btoa` are the only codecs that browsers and Node share.
  return joinsAsText ? pieces.join('') : btoa(pieces.map((piece) => atob(piece)).join(''));
}
