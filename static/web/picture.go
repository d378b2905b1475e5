package web

// PicturePath is where the picture is that is shown beside links to pages that have none of their own.
const PicturePath = "/picture.png"
