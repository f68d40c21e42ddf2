/** Bytes as base64; what is a string is base64 already. */
export function toBase64(data: string | Uint8Array): string {
  if (typeof data === 'string') {
    return data;
  }
  // In blocks, because a call takes only so many arguments.
  const blocks: string[] = [];
  for (let start = 0; start < data.length; start += 0x8000) {
    blocks.push(String.fromCharCode(...data.subarray(start, start + 0x8000)));
  }
  // `btoa` is the only encoder that browsers and Node share.
  return btoa(blocks.join(''));
}
