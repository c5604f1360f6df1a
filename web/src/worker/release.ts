/** Memory that need not wait for the garbage collector. */

let port: MessagePort | undefined;

/**
 * Gives back the memory of bytes that are not read again; they have none afterwards. Bytes that are a part of a larger
 * buffer stay: the rest of it may be another's.
 *
 * The collector of a browser knows the small objects rather than what they hold outside its heap: of a large file it lets
 * hundreds of pieces pile up. A buffer that is sent to a port which nobody has is freed at once.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength !== buffer.byteLength || !(buffer instanceof ArrayBuffer)) return;
  if (port === undefined) {
    const { port1, port2 } = new MessageChannel();
    port2.close();
    port = port1;
  }
  port.postMessage(null, [buffer]);
}
