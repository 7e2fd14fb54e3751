// HTML that tries to run, load or cover something, and what cleaned HTML never contains.

export const hostileHtml: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example/">x</a>',
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)" id="root" class="x">x</p>',
  '<form action="https://evil.example"><input name=x></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<object data="x"></object><embed src="x">',
  '<template><script>alert(1)</script></template>',
  '<p><![CDATA[<script>alert(1)</script>]]></p>',
  '<!--><script>alert(1)</script>-->',
  '<scr<script>ipt>alert(1)</script>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<video><source onerror="alert(1)"></video>',
  '<details open ontoggle=alert(1)>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<img src="https://evil.example/pixel.gif">',
]

export const unsafeShapes: readonly RegExp[] = [
  /<(?!\/?(?:p|br|hr|div|span|b|strong|i|em|u|s|small|sub|sup|h[2-6]|ul|ol|li|blockquote|a)[\s>/])/i,
  /<[^>]*\s(?:on\w+|style|src|srcdoc|id|class|target|name)=/i,
  /href="(?!https?:|mailto:|tel:)/i,
]
