// The shader of the map.
import { Matrix, Shader, Texture, UniformGroup } from 'pixi.js'

/**
 * One small shader for everything on the map, so that the first frame waits for one compilation. Pixi sets
 * its texture and uniforms before each drawing.
 */
export function makeShader(): Shader {
  return Shader.from({
    gl: {
      vertex: `
attribute vec2 aVertex;
attribute vec2 aUV;
attribute vec4 aColor;
attribute vec2 aPosition;
attribute float aRotation;
uniform mat3 uTranslationMatrix;
uniform vec4 uColor;
varying vec2 vUV;
varying vec4 vColor;
void main(void) {
  float c = cos(aRotation);
  float s = sin(aRotation);
  vec2 at = aPosition + vec2(aVertex.x * c - aVertex.y * s, aVertex.x * s + aVertex.y * c);
  gl_Position = vec4((uTranslationMatrix * vec3(at, 1.0)).xy, 0.0, 1.0);
  vUV = aUV;
  vColor = vec4(aColor.rgb * aColor.a, aColor.a) * uColor;
}`,
      fragment: `
varying vec2 vUV;
varying vec4 vColor;
uniform sampler2D uTexture;
void main(void) {
  gl_FragColor = texture2D(uTexture, vUV) * vColor;
}`,
    },
    resources: {
      uTexture: Texture.WHITE.source,
      uniforms: new UniformGroup({
        uTranslationMatrix: { value: new Matrix(), type: 'mat3x3<f32>' },
        uColor: { value: new Float32Array([1, 1, 1, 1]), type: 'vec4<f32>' },
      }),
    },
  })
}
