export interface ShopKeys {
  publicKey: JsonWebKey
  privateKey: JsonWebKey
}

/** A key pair as a shop makes it. */
export async function createShopKeys(): Promise<ShopKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey('jwk', pair.publicKey),
    crypto.subtle.exportKey('jwk', pair.privateKey),
  ])
  return { publicKey, privateKey }
}
