export interface TensorOf<T> {
  shape: number[];
  data: T;
}
export function writeTensors(
  tensors: Record<string, TensorOf<Float32Array>>,
  metadata?: Record<string, string>,
): Buffer;
export function readTensors(bytes: Buffer): Record<string, TensorOf<Float32Array>>;
